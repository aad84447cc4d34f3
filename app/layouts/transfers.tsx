import type { TransferShown } from '#app/view-models/transfers.server.ts'

/** What goes on beside the page: each thing leads to its own page. */
export function Transfers({ transfers }: { transfers: readonly TransferShown[] }) {
  if (transfers.length === 0) return null
  return (
    <aside className="banner no-print" aria-label="Transfers">
      <ul className="row">
        {transfers.map(({ to, label }) => (
          <li key={to}>
            <a className="break" href={to}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  )
}
