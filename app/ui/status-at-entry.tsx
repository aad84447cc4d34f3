import { StatusPage } from './status-page.tsx'

/** What went wrong, in the place of a whole page. */
export function StatusAtEntry() {
  return (
    <div className="door">
      <StatusPage />
    </div>
  )
}
