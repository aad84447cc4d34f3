import type { listedNews } from './home.server.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type NewsProps = Awaited<ReturnType<typeof listedNews>>

/** What happened since the last time, the latest first. */
export function News({ since, items }: NewsProps) {
  return (
    <section className="section" aria-labelledby="news">
      <header>
        <h2 id="news">
          Since <Time {...since} />
        </h2>
        <Form intent="newsSeen" className="push">
          <Submit className="btn-bare btn-small">Mark as seen</Submit>
        </Form>
      </header>
      <div className="list feed">
        <ul>
          {items.map(({ key, who, initials, did, file, to, note, times, at }) => (
            <li key={key}>
              <Avatar name={who} initials={initials} />
              <div>
                <p className="break">
                  <b>{who}</b> {did} <a href={to}>{file}</a>
                  {note ? `. ${note}` : ''}
                </p>
              </div>
              {/* A text browser puts both into one line. */}{' '}
              <span className="tiny soft">
                {times} <Time {...at} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
