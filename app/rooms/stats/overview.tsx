import type { overviewOf, ShownTop } from './overview.server.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Bars } from '#app/ui/charts/bars.tsx'
import { Curve } from '#app/ui/charts/curve.tsx'
import { Figure } from '#app/ui/charts/figure.tsx'
import { LanesTable } from '#app/ui/charts/lanes-table.tsx'
import { Aside } from '#app/ui/charts/aside.tsx'
import { Sparkline } from '#app/ui/charts/sparkline.tsx'

type Shown = Awaited<ReturnType<typeof overviewOf>>

/** The numbers of a period, who and what is first in it, when it was, and who still waits. */
export function Overview({ numbers, waiting, isQuiet, ...pictures }: Shown) {
  return (
    <div className="stack-wide">
      <dl className="numbers">
        {numbers.map(({ label, figure, note, spark }) => (
          <div key={label} className="number">
            <dt className="small soft">{label}</dt>
            <dd>
              <b>{figure}</b>
              {note ? <Aside>{note}</Aside> : null}
              <Sparkline spark={spark} />
            </dd>
          </div>
        ))}
      </dl>
      {waiting.length > 0 ? (
        <p>
          {waiting.map(({ words, to }, at) => (
            <span key={to}>
              {at > 0 ? ' · ' : null}
              <a href={to}>{words}</a>
            </span>
          ))}
        </p>
      ) : null}
      {isQuiet ? <p className="soft">No one was here in this period.</p> : <Pictures {...pictures} />}
    </div>
  )
}

type PicturesProps = Omit<Shown, 'numbers' | 'waiting' | 'isQuiet' | 'periods'>

function Pictures({ bars, keys, curve, tops, files, people, lanes, heat }: PicturesProps) {
  return (
    <>
      <Figure id="by-day" title="By day" note="Days are in UTC." keys={keys} table={bars.table}>
        <Bars bars={bars} />
      </Figure>
      <Figure id="active" title="Active members by day" note={curve.words} table={curve.table}>
        <Curve id="active-curve" curve={curve} />
      </Figure>
      <section aria-labelledby="top">
        <header className="tools">
          <h2 id="top">Most</h2> <ChoiceLinks label="What counts" choices={tops} />
        </header>
        <div className="two">
          <Top title="Files" rows={files} />
          <Top title="Members" rows={people} />
        </div>
      </section>
      {lanes ? (
        <Figure
          id="visits"
          title="When they came"
          note={`These members · ${lanes.what} · larger dots mean more files opened`}
        >
          <LanesTable {...lanes} />
        </Figure>
      ) : null}
      <Heat {...heat} />
    </>
  )
}

function Top({ title, rows }: { title: string; rows: ShownTop[] }) {
  return (
    <section className="card stack">
      <h3>{title}</h3>
      {rows.length > 0 ? (
        <ol className="stack">
          {rows.map(({ key, name, to, part, figure, note }) => (
            <li key={key} className="figure-bar">
              {to ? (
                <a className="break" href={to}>
                  {name}
                </a>
              ) : (
                <span className="break">{name}</span>
              )}{' '}
              <span className="figures">
                {figure} {note ? <span className="small soft">{note}</span> : null}
              </span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="4" className="figure-ground" />
                <rect width={part} height="4" fill="currentColor" />
              </svg>
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">None in this period.</p>
      )}
    </section>
  )
}

/** A row for each folder, a column for each day or week: the darker, the more files were opened. */
function Heat({ what, columns, rows }: Shown['heat']) {
  if (rows.length === 0) return null
  return (
    <Figure id="folders" title="Folders" note={`Files opened, ${what}: the darker, the more`}>
      <table className="reading">
        <thead>
          <tr>
            <th scope="col" className="corner">
              <span className="unseen">Folder</span>
            </th>
            {columns.map((name) => (
              <th scope="col" key={name}>
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row" title={name}>
                {name}
              </th>
              {cells.map(({ step, figure, words }) => (
                <td key={words} className={`q${step}`} title={words}>
                  <span>{figure}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Figure>
  )
}
