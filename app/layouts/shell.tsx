import { Outlet, useLoaderData } from '@remix-run/react'
import { loader as load } from '#app/request/loader.server.ts'
import { shownInShell } from './account.server.ts'
import { ShellFrame } from './frame.tsx'

export const loader = load({ id: 'shell' }, 'user', async ({ user, ...context }) =>
  shownInShell(user, context),
)

export const handle = { sheet: 'whole' }

/** Around signed-in pages. */
export default function Shell() {
  return (
    <ShellFrame shown={useLoaderData<typeof loader>()}>
      <Outlet />
    </ShellFrame>
  )
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
