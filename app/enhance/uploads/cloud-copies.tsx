import { KeepFresh } from '#app/enhance/keep-fresh.tsx'

/** A copy from cloud storage; `to` is its page. */
export type CopyShown = {
  to: string
  label: string
  words: string
  done: number
  all: number
  isRunning: boolean
}

/** What comes from cloud storage, beside what is uploaded: how far each copy is, and what became of it a moment ago. */
export function CloudCopies({ copies }: { copies: readonly CopyShown[] }) {
  if (copies.length === 0) return null
  return (
    <section aria-label="Copies from cloud storage">
      <ul className="transfers">
        {copies.map(({ to, label, words, done, all, isRunning }) => (
          <li key={to}>
            <p>
              <a href={to}>{label}</a> <span className="small figures">{words}</span>
            </p>
            {isRunning ? (
              <progress className="tray" max={Math.max(1, all)} value={done} aria-label={label} />
            ) : null}
          </li>
        ))}
      </ul>
      {copies.some(({ isRunning }) => isRunning) ? <KeepFresh everySeconds={3} /> : null}
    </section>
  )
}
