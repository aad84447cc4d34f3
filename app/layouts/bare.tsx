import { Outlet } from '@remix-run/react'
import { titledOnFailure } from '#app/request/titled.ts'
import { titleOfFailure } from '#app/ui/status-page.tsx'

export const meta = titledOnFailure(titleOfFailure)

export const handle = { sheet: 'whole' }

/** Around viewers: the document is the page. */
export default function Bare() {
  return <Outlet />
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
