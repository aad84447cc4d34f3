import { Outlet } from '@remix-run/react'
import { Brand } from '../ui/brand.tsx'
import { Notice } from '../ui/notice.tsx'
import { StatusPage } from '../ui/status-page.tsx'

/** Around access pages and the recipient's way in: the mark and one thing to do. */
export default function Door() {
  return (
    <div className="door">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header>
        <Brand />
      </header>
      <main id="content">
        <Notice />
        <Outlet />
      </main>
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <div className="door">
      <StatusPage />
    </div>
  )
}
