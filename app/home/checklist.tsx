import { Circle, CircleCheck } from '#app/ui/icons/icons.ts'
import type { ChecklistItem } from './home.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

/** First steps, each a link; the list can be dismissed and blocks nothing. */
export function Checklist({ items, done }: { items: ChecklistItem[]; done: string }) {
  return (
    <section className="card stack" aria-labelledby="checklist">
      <div className="head">
        <h2 id="checklist">First steps</h2>
        <p className="small soft">{done} done</p>
      </div>
      <ul className="stack">
        {items.map(({ label, hint, to, isDone }) => (
          <li key={label} className="check">
            {isDone ? (
              <CircleCheck className="i check-done" aria-hidden="true" />
            ) : (
              <Circle className="i" aria-hidden="true" />
            )}
            <div>
              {isDone ? (
                <>
                  {label} <span className="soft">(done)</span>
                </>
              ) : (
                <a href={to}>{label}</a>
              )}
              <p className="small soft">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
      <Form intent="dismissChecklist">
        <Submit className="btn-quiet btn-small">Dismiss</Submit>
      </Form>
    </section>
  )
}
