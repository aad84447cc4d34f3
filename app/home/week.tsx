import type { weekShown } from './week.server.ts'
import { Aside } from '#app/ui/charts/aside.tsx'
import { Sparkline } from '#app/ui/charts/sparkline.tsx'

type Shown = NonNullable<Awaited<ReturnType<typeof weekShown>>>

/** The last seven days in four numbers; the small columns are the last fourteen. */
export function WeekNumbers({ numbers }: Pick<Shown, 'numbers'>) {
  return (
    <section aria-labelledby="week">
      <h2 id="week" className="unseen">
        The last 7 days
      </h2>
      <div className="numbers">
        {numbers.map(({ label, figure, note, spark, to }) => {
          const parts = (
            <>
              <span className="small soft">{label}</span> <b>{figure}</b>
              {note ? <Aside>{note}</Aside> : null}
              <Sparkline spark={spark} />
            </>
          )
          return to ? (
            <a key={label} className="number" href={to}>
              {parts}
            </a>
          ) : (
            <div key={label} className="number">
              {parts}
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** What happened in each room, in a sentence. */
export function RoomsOfWeek({ rooms }: Pick<Shown, 'rooms'>) {
  return (
    <section className="section" aria-labelledby="week-rooms">
      <header>
        <h2 id="week-rooms">Data rooms this week</h2>
      </header>
      <div className="list feed">
        <ul>
          {rooms.map(({ key, name, to, who, did }) => (
            <li key={key} className="hit">
              <p className="break">
                <b>{who}</b> {who.includes(' and ') ? 'were' : 'was'} in <a href={to}>{name}</a>
                <br />
                <span className="small soft">{did}</span>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
