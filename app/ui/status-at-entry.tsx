import { StatusPage } from './status-page.tsx'

/** What went wrong, instead of a whole page. */
export function StatusAtEntry() {
  return (
    <div className="door">
      <StatusPage />
    </div>
  )
}
