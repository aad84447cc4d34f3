import { Fragment } from 'react'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { Submit } from '#app/ui/forms/form.tsx'

export type ListFilter = {
  name: string
  label: string
  value: string
  options: { value: string; label: string }[]
}

type Props = {
  action: string
  /** What else its address says. */
  kept?: Record<string, string>
  search: { label: string; placeholder: string; value: string }
  filters: ListFilter[]
  verb: string
  clear: string | null
}

/** Narrows a list. It only reads, so it is a GET: each result has its own address. */
export function ListFilters({ action, kept = {}, search, filters, verb, clear }: Props) {
  return (
    <form method="get" action={action} className="search-form">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {filters.map(({ name, label, value, options }) => (
        <Fragment key={name}>
          <label htmlFor={`by-${name}`} className="unseen">
            {label}
          </label>{' '}
          <select id={`by-${name}`} name={name} className="in in-auto" defaultValue={value}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>{' '}
        </Fragment>
      ))}
      <label htmlFor="q" className="unseen">
        {search.label}
      </label>{' '}
      <input
        id="q"
        name="q"
        type="search"
        placeholder={search.placeholder}
        defaultValue={search.value}
        maxLength={maxSearchLength}
        autoComplete="off"
        enterKeyHint="search"
      />{' '}
      <Submit className="btn-small">{verb}</Submit> {clear ? <a href={clear}>Clear</a> : null}
    </form>
  )
}
