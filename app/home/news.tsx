import type { listedNews } from './home.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type NewsProps = Awaited<ReturnType<typeof listedNews>>

/** What happened since the last time, the latest first. */
export function News({ since, items }: NewsProps) {
  return (
    <section className="stack" aria-labelledby="news">
      <h2 id="news">
        Since <time title={since.title}>{since.text}</time>
      </h2>
      <ul className="bullets">
        {items.map(({ key, who, did, file, to, note, times, at }) => (
          <li key={key}>
            <span>
              <strong className="break">{who}</strong> {did} <a href={to}>{file}</a>
              {note ? `. ${note}` : ''}
            </span>
            {/* A text browser puts both into one line. */}{' '}
            <span className="small soft">
              {times} <time title={at.title}>{at.text}</time>
            </span>
          </li>
        ))}
      </ul>
      <Form intent="newsSeen">
        <Submit className="btn-quiet btn-small">Mark as seen</Submit>
      </Form>
    </section>
  )
}
