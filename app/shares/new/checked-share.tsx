import type { CheckedShare } from './share-form.server.ts'
import { SecurityBadge } from '#app/ui/badge.tsx'
import { Submit } from '#app/ui/forms/form.tsx'

/** What would be shared with whom and how well it is protected, before it is shared. */
export function CheckedShareView({ share }: { share: CheckedShare }) {
  return (
    // The page came back because someone wants to read this.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <section className="checked stack" aria-labelledby="checked" tabIndex={-1} autoFocus>
      <h2 id="checked">Nothing is sent yet</h2>
      <p>
        <SecurityBadge level={share.level} words={`Security ${share.level}`} />
        {share.note ? <span className="small soft"> {share.note}</span> : null}
      </p>
      <ul className="bullets">
        {share.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <h3>What is sent</h3>
      <ul className="bullets">
        {share.files.map((file, index) => (
          <li key={index}>{file}</li>
        ))}
      </ul>
      <h3>Who gets a mail with the link</h3>
      {share.people.length > 0 ? (
        <ul className="bullets">
          {share.people.map((person) => (
            <li key={person}>{person}</li>
          ))}
        </ul>
      ) : (
        <p>Nobody. You get the link, and pass it on yourself.</p>
      )}
      {share.toTypeAgain.length > 0 ? (
        <p>
          <strong>Type {share.toTypeAgain.join(' and ')} again below, then share.</strong> For safety no page
          sends back what was typed there.
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
