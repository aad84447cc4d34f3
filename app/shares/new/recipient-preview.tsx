import type { RecipientPreview } from './recipient-preview.server.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Message } from '#app/ui/tables/lines.tsx'
import { CompanyName } from '#app/ui/frame/door-bar.tsx'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'
import { pageSize } from '#app/ui/forms/watermark-preview.tsx'

/** The button that leads to it, which says so by its value. */
export const previewButton = 'Preview as recipient'

type Props = { preview: RecipientPreview; isOpen: boolean }

/** What the first recipient would get and see, page after page. Nothing in it can be pressed. */
export function RecipientPreviewed({ preview, isOpen }: Props) {
  const { email, file, page } = preview
  return (
    <details className="more" open={isOpen}>
      <summary>Preview as recipient</summary>
      <div className="as-recipient stack-wide">
        {email ? (
          <section className="card stack">
            <h3>The email to {email.to}</h3>
            <Facts
              facts={[
                { label: 'From', value: email.from },
                { label: 'Subject', value: email.subject },
              ]}
            />
            <pre className="plain">{email.text}</pre>
          </section>
        ) : null}
        <ol className="stack-wide">
          {preview.steps.map((step, at) => (
            <li key={step.title} className="card stack">
              {at === 0 ? <DoorHead preview={preview} /> : null}
              <h3>{step.title}</h3>
              <p>{step.text}</p>
              <p>
                <span className="btn btn-main">{step.press}</span>
              </p>
            </li>
          ))}
          <li className="card stack">
            {preview.steps.length === 0 ? <DoorHead preview={preview} /> : null}
            <h3>{file.name}</h3>
            <p className="soft">{file.facts}</p>
            {file.message ? <Message text={file.message} /> : null}
            <p>
              <span className="btn btn-main">{file.press}</span>
            </p>
            {file.next ? <p className="small soft">{file.next}</p> : null}
            {file.more > 0 ? (
              <p className="small soft">Each of the other files has a page like this one.</p>
            ) : null}
          </li>
          {page ? (
            <li>
              <figure className="sample">
                <img src={page} alt="Page 1" {...pageSize} loading="lazy" />
                <figcaption className="hint">
                  Page 1, or a sample while your file is being prepared.
                  {preview.isMarked ? ' The watermark has your address; theirs has their own.' : ''}
                </figcaption>
              </figure>
            </li>
          ) : null}
        </ol>
      </div>
    </details>
  )
}

/** The company’s bar and who sent the file, above the first thing that is asked. */
function DoorHead({ preview: { door, sender } }: Pick<Props, 'preview'>) {
  return (
    <>
      {door ? (
        <>
          {door.styles ? <link rel="stylesheet" href={door.styles} /> : null}
          <div className="door-bar">
            <CompanyName company={door.company} logo={door.logo} />
          </div>
        </>
      ) : null}
      <SenderHead sender={sender} did="shared a file with you" />
    </>
  )
}
