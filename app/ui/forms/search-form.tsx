import { Submit } from './form.tsx'

type SearchFormProps = {
  action: string
  label: string
  name: string
  value: string
  /** What the list keeps of its other choices. */
  kept: Record<string, string>
  /** The list without the search. */
  clear: string
}

/** Looks for words in a list. It only asks, so it is a GET: the answer has an address of its own. */
export function SearchForm({ action, label, name, value, kept, clear }: SearchFormProps) {
  return (
    <form method="get" action={action} className="search-form">
      {Object.entries(kept).map(([key, kept]) => (
        <input key={key} type="hidden" name={key} value={kept} />
      ))}
      <label htmlFor={name}>{label}</label>{' '}
      <input
        id={name}
        name={name}
        type="search"
        defaultValue={value}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
      />{' '}
      <Submit className="button-quiet button-small">Search</Submit> {value ? <a href={clear}>Clear</a> : null}
    </form>
  )
}
