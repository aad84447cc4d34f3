import type { MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { Brand } from '#app/ui/brand.tsx'
import { Notice } from './notice.tsx'
import { titleOrFailure } from '#app/ui/status-page.tsx'

export const meta: MetaFunction = ({ error }) => titleOrFailure(error)

/** Around access pages and the recipient's way in: the mark and one thing to do. */
export default function Door() {
  return (
    <div className="door">
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

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
