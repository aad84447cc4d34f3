import type { recordsOf } from './records.server.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Avatar } from '#app/ui/avatars.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ActivityFilterForm } from '#app/ui/tables/activity-filter-form.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { Time } from '#app/ui/tables/time.tsx'

type Shown = Awaited<ReturnType<typeof recordsOf>> & { zone: string }

/** What happened, by person and visit, the latest first; each visit opens to its records. */
export function Records({ topics, kept, here, clear, whose, stays, newest, older, exportTo, zone }: Shown) {
  return (
    <section aria-labelledby="records">
      <header className="tools">
        <h2 id="records">{whose ? `Records of ${whose}` : 'Records'}</h2>{' '}
        <span className="small soft">Times are in {zone}.</span>{' '}
        <ChoiceLinks label="About" choices={topics} />
        {newest ? <a href={newest}>Latest records</a> : null}{' '}
        <ExportLinks to={exportTo} what="These records" />
      </header>
      <ActivityFilterForm action={here} kept={kept} clear={clear} />
      {stays.length > 0 ? (
        <div className="list stays">
          {stays.map((stay) => (
            <Stay key={stay.key} stay={stay} />
          ))}
        </div>
      ) : (
        <p className="soft section">No records of this kind.</p>
      )}
      <Pager label="Pages of records" previous={null} next={older} where="" />
    </section>
  )
}

function Stay({ stay }: { stay: Shown['stays'][number] }) {
  const { who, initials, from, clock, time, timeNote, did, refused, place, isCut, to, events } = stay
  return (
    <details name="stay">
      <summary>
        <Avatar name={who} initials={initials} />{' '}
        <span className="grow">
          <b className="break">{who}</b> {did} {refused ? <Badge tone="bad">{refused}</Badge> : null}
          <br />
          <span className="tiny soft">
            <Time {...from} />
            {` · ${clock}`}
            {place ? ` · ${place}` : ''}
            {isCut ? ' · earlier records are on the next page' : ''}
          </span>
        </span>{' '}
        <span className="small nowrap">
          {time} {timeNote ? <span className="soft">{timeNote}</span> : null}
        </span>
      </summary>
      <ol>
        {events.map(({ key, at, what, about, isRefused }) => (
          <li key={key} className="small">
            <span className="soft">{at}</span> {isRefused ? <Badge tone="bad">Blocked</Badge> : null} {what}
            {about ? <span className="soft break"> · {about}</span> : null}
          </li>
        ))}
        {to ? (
          <li>
            <a className="small" href={to}>
              Everything by {who}
            </a>
          </li>
        ) : null}
      </ol>
    </details>
  )
}
