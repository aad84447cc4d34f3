import type { roomStats, ShownFigures } from './room-stats.server.ts'
import { ActivityTable } from '#app/ui/tables/activity-table.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { LanesTable } from '#app/ui/charts/lanes-table.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

type Stats = Awaited<ReturnType<typeof roomStats>>

/** What happened in a room: in total, by file, by person, and event by event. */
export function RoomStats({ stats }: { stats: Stats }) {
  return (
    <>
      <RoomHead head={stats.head} title="Activity" />
      <div className="stack-wide">
        <dl className="strip card">
          {stats.totals.map(({ label, figure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
          <div>
            <dt>Time read</dt>
            <dd>
              <TimeRead {...stats.time} />
            </dd>
          </div>
        </dl>
        <div className="two">
          <Ranking title="Most opened files" what="File" rows={stats.files} />
          <Ranking title="Most active members" what="Member" rows={stats.people} />
        </div>
        {stats.lanes ? (
          <section>
            <header className="row">
              <h3>Visits</h3>{' '}
              <span className="small soft">
                Most active members · {stats.lanes.what} · larger dots mean more files opened
              </span>
            </header>
            <div className="card lanes-card">
              <LanesTable {...stats.lanes} />
            </div>
          </section>
        ) : null}
        <FirstAccesses access={stats.access} />
        <section className="section">
          <header>
            <h3>Recent activity</h3> <span className="small soft">Times are in {stats.zone}.</span>
            {stats.newest ? (
              <a className="push small" href={stats.newest}>
                Latest activity
              </a>
            ) : null}
          </header>
          {stats.events.length > 0 ? (
            <ActivityTable events={stats.events} column="About" />
          ) : (
            <p className="soft">No earlier activity.</p>
          )}
          <ul className="lines">
            {stats.exports.map(({ what, to }) => (
              <li key={what}>
                <ExportLinks what={what} to={to} />
              </li>
            ))}
          </ul>
          <Pager label="Pages of activity" previous={null} next={stats.older} where="" />
        </section>
      </div>
    </>
  )
}

/** Who has entered, and when first; behind them who has not. */
function FirstAccesses({ access }: Pick<Stats, 'access'>) {
  if (access.rows.length === 0) return null
  return (
    <section className="section" aria-labelledby="first">
      <header>
        <h3 id="first">First visits</h3> <span className="small soft">{access.summary}</span>
      </header>
      <div className="list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">First visit</th>
              <th scope="col">Last visit</th>
            </tr>
          </thead>
          <tbody>
            {access.rows.map(({ key, to, who, email, first, last }) => (
              <tr key={key}>
                <td className="nm">
                  <a className="name plain break" href={to} title={email}>
                    {who}
                  </a>
                </td>
                <td data-label="First visit">{first ? <Time {...first} /> : 'Not yet'}</td>
                <td data-label="Last visit">{last ? <Time {...last} /> : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pager label="Pages of members" previous={access.previous} next={access.next} where="" />
    </section>
  )
}

function Ranking({ title, what, rows }: { title: string; what: string; rows: ShownFigures[] }) {
  return (
    <section className="card stack">
      <h3>{title}</h3>
      {rows.length > 0 ? (
        <>
          <ol className="stack">
            {rows.map(({ key, name, part, views }) => (
              <li key={key} className="figure-bar">
                <span className="break">{name}</span>{' '}
                <span className="figures">{views.toLocaleString('en')}</span>
                <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width="100" height="4" className="figure-ground" />
                  <rect width={part} height="4" fill="currentColor" />
                </svg>
              </li>
            ))}
          </ol>
          <details>
            <summary className="small">Show as table</summary>
            <FigureTable what={what} rows={rows} />
          </details>
        </>
      ) : (
        <p className="soft">No files opened yet.</p>
      )}
    </section>
  )
}

function FigureTable({ what, rows }: { what: string; rows: ShownFigures[] }) {
  const hasTimes = rows.some(({ time }) => time !== undefined)
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col" className="r">
            Opened
          </th>
          <th scope="col" className="r">
            Downloads
          </th>
          <th scope="col" className="r">
            Print copies
          </th>
          {hasTimes ? <th scope="col">Time read</th> : null}
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, views, downloads, prints, time, last }) => (
          <tr key={key}>
            <td className="break">{name}</td>
            <td className="r" data-label="Opened">
              {views}
            </td>
            <td className="r" data-label="Downloads">
              {downloads}
            </td>
            <td className="r" data-label="Print copies">
              {prints}
            </td>
            {time ? (
              <td data-label="Time read">
                <TimeRead {...time} />
              </td>
            ) : null}
            <td data-label="Last">
              <time dateTime={last.iso} title={last.title}>
                {last.text}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
