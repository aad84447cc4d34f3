import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { Submit } from './form.tsx'

type SearchFormProps = {
  action: string
  label: string
  name: string
  value: string
  /** The list's other filters, which are kept. */
  kept: Record<string, string>
  /** The list without the search. */
  clear: string
}

/** Searches a list. It only reads, so it is a GET: the result has its own address. */
export function SearchForm({ action, label, name, value, kept, clear }: SearchFormProps) {
  return (
    <form method="get" action={action} className="search-form">
      {Object.entries(kept).map(([key, kept]) => (
        <input key={key} type="hidden" name={key} value={kept} />
      ))}
      <label htmlFor={name} className="unseen">
        {label}
      </label>{' '}
      <input
        id={name}
        name={name}
        type="search"
        placeholder={label}
        defaultValue={value}
        maxLength={maxSearchLength}
        autoComplete="off"
        enterKeyHint="search"
      />{' '}
      <Submit className="btn-small">Search</Submit> {value ? <a href={clear}>Clear</a> : null}
    </form>
  )
}
