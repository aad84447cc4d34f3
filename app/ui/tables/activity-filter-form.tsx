import { Submit } from '#app/ui/forms/form.tsx'

type Props = {
  /** Of the page. */
  action: string
  kept: {
    about?: string | undefined
    person?: string | undefined
    since?: string | undefined
    until?: string | undefined
    version?: string | undefined
  }
  /** Where nothing is left out; null if nothing is. */
  clear: string | null
  /** False for a list that is about one person only. */
  hasPeople?: boolean
}

/** Limits a list of activity to a person and to some days: a link, like every filter. */
export function ActivityFilterForm({ action, kept, clear, hasPeople = true }: Props) {
  // A form that is sent by GET replaces the query of its address.
  const [path, query] = action.split('?')
  return (
    <form method="get" action={path} className="row small">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {kept.about ? <input type="hidden" name="about" value={kept.about} /> : null}
      {kept.version ? <input type="hidden" name="version" value={kept.version} /> : null}
      {hasPeople ? (
        <label>
          Person{' '}
          <input
            className="in in-auto"
            type="email"
            name="person"
            defaultValue={kept.person}
            autoComplete="off"
          />
        </label>
      ) : null}{' '}
      <label>
        From <input className="in in-auto" type="date" name="since" defaultValue={kept.since} />
      </label>{' '}
      <label>
        To <input className="in in-auto" type="date" name="until" defaultValue={kept.until} />
      </label>{' '}
      <Submit className="btn-small">Filter</Submit> {clear ? <a href={clear}>Clear filter</a> : null}
    </form>
  )
}
