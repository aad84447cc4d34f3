import { Outlet, useLoaderData } from '@remix-run/react'
import { planOf } from '#server/rules/product/plans.ts'
import { Header } from './header.tsx'
import { Notice } from './notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load({ id: 'shell' }, 'user', async ({ user, ...context }) => {
  const name = `${user.firstName} ${user.lastName}`.trim()
  const initials = (user.firstName.slice(0, 1) + user.lastName.slice(0, 1)).toUpperCase()
  return {
    account: {
      name,
      email: user.email,
      initials,
      plan: planOf(user.tierCode).name,
      isOperator: user.isOperator,
    },
    isPinned: context.visitor.hasPinnedMenu,
  }
})

export const handle = { sheet: 'whole' }

/** Around signed-in pages: where one can go, and who one is. */
export default function Shell() {
  const { account, isPinned } = useLoaderData<typeof loader>()
  return (
    <div className={isPinned ? 'shell shell-pinned' : 'shell'}>
      <SkipLink />
      <Header account={account} />
      <div className="shell-body">
        <Sidebar isPinned={isPinned} />
        <main id="content">
          <div className="page">
            <Notice isToast />
          </div>
          <Outlet />
        </main>
      </div>
    </div>
  )
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
