import { Outlet } from '@remix-run/react'
import { StatusPage } from '../ui/status-page.tsx'

/** Around viewers: the document is the page. */
export default function Bare() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="door">
      <StatusPage />
    </div>
  )
}
