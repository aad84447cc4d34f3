import type { MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { titleOrFailure } from '#app/ui/status-page.tsx'

export const meta: MetaFunction = ({ error }) => titleOrFailure(error)

/** Around viewers: the document is the page. */
export default function Bare() {
  return <Outlet />
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
