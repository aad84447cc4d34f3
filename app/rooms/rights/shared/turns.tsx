import { counted } from '#server/rules/text/format.ts'
import { Submit } from '#app/ui/forms/form.tsx'

export type TurnsShown = {
  /** What a page has several of: people, folders. */
  what: string
  /** The previous and next page, as the form sends them. */
  previous: string | null
  next: string | null
  where: string
}

/**
 * Like the pager, but inside a form with buttons, so that what was selected on this page is carried to the next one.
 */
export function Turns({ what, previous, next, where }: TurnsShown) {
  if (!previous && !next) return null
  return (
    <nav className="pager" aria-label={`Pages of ${what}`}>
      {previous ? <Turn to={previous} label={`Previous ${what}`} /> : null} <span>{where}</span>{' '}
      {next ? <Turn to={next} label={`Next ${what}`} /> : null}
    </nav>
  )
}

/** The button sends only its label; its consequence is shown beside it. */
function Turn({ to, label }: { to: string; label: string }) {
  return (
    <>
      <input type="hidden" name="way" value={`${label}: ${to}`} />
      <Submit name="turn" className="btn-quiet btn-small">
        {label}
      </Submit>
    </>
  )
}

/** What was selected on other pages of a table of permissions; it is previewed and saved with the selection here. */
export function ChosenElsewhere({ changes }: { changes: string[] }) {
  if (changes.length === 0) return null
  return (
    <p className="note">
      {changes.map((change) => (
        <input key={change} type="hidden" name="change" value={change} />
      ))}
      <span>
        {counted(changes.length, 'choice')} from other pages {changes.length === 1 ? 'is' : 'are'} included
        with those on this page. Nothing is saved yet: searching or opening another folder discards them.
      </span>
    </p>
  )
}
