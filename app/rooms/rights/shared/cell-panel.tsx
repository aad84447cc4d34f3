import { Eye, X } from '#app/ui/icons/icons.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { chosenRight } from './chosen-rights.ts'

/** One permission to select: for whom on what, what is selected, and what applies for which reason. */
export type ShownCell = {
  label: string
  was: string
  options: { value: string; label: string }[]
  right: string
  source: string
}

export type ShownPanel = {
  heading: string
  holder: string
  item: string
  cell: ShownCell
  /** What would apply if nothing were set here. */
  otherwise: string | null
  /** The page without the panel. */
  close: string
  links: { label: string; to: string; isView?: boolean }[]
}

/** What one person or group can do with one folder, why, and the choice of something else. */
export function CellPanel({ panel, answer }: { panel: ShownPanel; answer: FormAnswer | undefined }) {
  const { heading, holder, item, cell, otherwise, close, links } = panel
  const chosen = chosenRight(answer, holder, item) ?? cell.was
  return (
    <section className="card" id="why" aria-labelledby="h-why">
      <header className="row row-keep">
        <h2 id="h-why" className="break">
          {heading}
        </h2>
        <a className="btn-icon push" href={close}>
          <X className="i" aria-hidden="true" />
          <span className="unseen">Close</span>
        </a>
      </header>
      <p className="break">
        <strong>{cell.right}</strong>, {cell.source}. {otherwise}
      </p>
      <Form intent="previewRights" answer={answer} className="stack section">
        <input type="hidden" name="holder" value={holder} />
        <input type="hidden" name="item" value={item} />
        <input type="hidden" name="was" value={cell.was} />
        <fieldset id="cell">
          <legend className="label">
            Change to<span className="unseen"> (permission of {cell.label})</span>
          </legend>
          {cell.options.map(({ value, label }) => (
            <div key={value}>
              <label className="choice">
                <input type="radio" name="cell" value={value} defaultChecked={value === chosen} /> {label}
              </label>
            </div>
          ))}
        </fieldset>
        <Submit>See what changes</Submit>
        <p className="tiny soft">You’ll see who gains or loses access before anything is saved.</p>
      </Form>
      <ul className="section">
        {links.map(({ label, to, isView }) => (
          <li key={to}>
            <a href={to}>
              {isView ? <Eye className="i i-s" aria-hidden="true" /> : null} {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
