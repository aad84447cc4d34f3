import { counted } from '#server/rules/text/format.ts'
import { Submit } from '#app/ui/forms/form.tsx'

export type TurnsShown = {
  /** What a page has several of: people, folders. */
  what: string
  /** The page before and after this one, as the form sends them. */
  previous: string | null
  next: string | null
  where: string
}

/** As the pager, inside a form and by its buttons, so that what was chosen on this page comes along to the next one. */
export function Turns({ what, previous, next, where }: TurnsShown) {
  if (!previous && !next) return null
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      {previous ? <Turn to={previous} label={`Previous ${what}`} /> : null} <span>{where}</span>{' '}
      {next ? <Turn to={next} label={`Next ${what}`} /> : null}
    </nav>
  )
}

/** The button sends only what it says; its consequence is shown beside it. */
function Turn({ to, label }: { to: string; label: string }) {
  return (
    <>
      <input type="hidden" name="way" value={`${label}: ${to}`} />
      <Submit name="turn" className="button-quiet button-small">
        {label}
      </Submit>
    </>
  )
}

/** What was chosen on other pages of a table of rights; it is previewed and saved with what is chosen here. */
export function ChosenElsewhere({ changes }: { changes: string[] }) {
  if (changes.length === 0) return null
  return (
    <p className="notice">
      {changes.map((change) => (
        <input key={change} type="hidden" name="change" value={change} />
      ))}
      <span>
        {counted(changes.length, 'choice')} from other pages {changes.length === 1 ? 'is' : 'are'} kept beside
        those on this one. Nothing of it is saved yet: a search, or another folder, begins anew.
      </span>
    </p>
  )
}
