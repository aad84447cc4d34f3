import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'

type Option = { value: string; label: string }
type Props = {
  action: string
  asked: { words: string; kind: string; days: string; isNew: boolean }
  kinds: Option[]
  days: Option[]
  /** Whether this person was here before, so that something can be new. */
  hasNews: boolean
}

/** Searches items of a data room. It only reads, so it is a GET: the result has its own address. */
export function RoomSearchForm({ action, asked, kinds, days, hasNews }: Props) {
  return (
    <form method="get" action={action} className="card stack room-search">
      <div className="field">
        <label htmlFor="q">Search by name</label>
        <p className="hint" id="q-hint">
          The first letters of words, in any order.
        </p>{' '}
        <input
          id="q"
          name="q"
          type="search"
          defaultValue={asked.words}
          maxLength={maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
          aria-describedby="q-hint"
        />
      </div>
      <div className="row">
        <Select name="kind" label="Kind" value={asked.kind}>
          <option value="">Any</option>
          <Options options={kinds} />
        </Select>
        <Select name="since" label="Added" value={asked.days}>
          <option value="">Any time</option>
          <Options options={days} />
        </Select>
      </div>
      {hasNews ? <NewOnly isOn={asked.isNew} /> : null}
      <div>
        <Submit>Search</Submit>
      </div>
    </form>
  )
}

function Options({ options }: { options: Option[] }) {
  return (
    <>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}

function NewOnly({ isOn }: { isOn: boolean }) {
  return (
    <div className="choice">
      <input type="checkbox" id="new" name="new" value="1" defaultChecked={isOn} />
      <label htmlFor="new">Only new since my last visit</label>
    </div>
  )
}
