import { RecipientPreviewed } from './recipient-preview.tsx'
import type { CheckedShare } from './share-form.server.ts'
import { SecurityBadge } from '#app/ui/badge.tsx'
import { Submit } from '#app/ui/forms/form.tsx'

/** What would be shared with whom and how well it is protected, before it is shared. */
export function CheckedShareView({ share }: { share: CheckedShare }) {
  return (
    // The page came back because someone wants to read this.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <section className="checked stack" aria-labelledby="checked" tabIndex={-1} autoFocus>
      <h2 id="checked">Nothing has been shared yet</h2>
      <p>
        <SecurityBadge level={share.level} words={`Security ${share.level}`} />
        {share.note ? <span className="small soft"> {share.note}</span> : null}
      </p>
      <ul className="bullets">
        {share.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <h3>What you’re sharing</h3>
      <ul className="bullets">
        {share.files.map((file, index) => (
          <li key={index}>{file}</li>
        ))}
      </ul>
      <h3>Who gets an email with the link</h3>
      {share.people.length > 0 ? (
        <ul className="bullets">
          {share.people.map((person) => (
            <li key={person}>{person}</li>
          ))}
        </ul>
      ) : (
        <p>No emails are sent. You get a link to pass on yourself.</p>
      )}
      <RecipientPreviewed preview={share.preview} isOpen={share.isPreviewed} />
      {share.toTypeAgain.length > 0 ? (
        <p>
          <strong>Enter {share.toTypeAgain.join(' and ')} again below, then share.</strong> For security, it’s
          never filled in for you.
        </p>
      ) : (
        <div className="row">
          <Submit>Share now</Submit>
          <span className="small soft">or change something below.</span>
        </div>
      )}
    </section>
  )
}
