import { Outlet } from '@remix-run/react'
import { Brand } from '#app/ui/brand.tsx'
import { Notice } from './notice.tsx'
import { titledOnFailure } from '#app/request/titled.ts'
import { titleOfFailure } from '#app/ui/status-page.tsx'

export const meta = titledOnFailure(titleOfFailure)

/** Around access pages and the recipients' sign-in pages: the logo and one thing to do. */
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
