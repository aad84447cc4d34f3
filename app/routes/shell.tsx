import { Outlet, useLoaderData, useLocation } from '@remix-run/react'
import { House, Send, Upload, type LucideIcon } from 'lucide-react'
import { href } from '../routes.ts'
import { Brand } from '../ui/brand.tsx'
import { Form, Submit } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { StatusPage } from '../ui/status-page.tsx'
import { loader as load, requireUser } from '../web/loader.server.ts'

export const loader = load(async (given) => {
  const user = await requireUser(given)
  const name = `${user.firstName} ${user.lastName}`.trim()
  const initials = (user.firstName.slice(0, 1) + user.lastName.slice(0, 1)).toUpperCase()
  return { name, email: user.email, initials, isOperator: user.isOperator }
})

/** Around signed-in pages: where one can go, and who one is. */
export default function Shell() {
  const account = useLoaderData<typeof loader>()
  return (
    <div className="shell">
      <SkipLink />
      <header className="side">
        <Brand />
        <nav aria-label="Main">
          <ul className="plain">
            <NavigationLink to={href('home')} icon={House} label="Home" />
            <NavigationLink to={href('share')} icon={Upload} label="Share a file" />
            <NavigationLink to={href('outgoing')} icon={Send} label="Sent files" />
          </ul>
        </nav>
        <details className="account">
          <summary>
            <span className="avatar" aria-hidden="true">
              {account.initials}
            </span>
            <span className="account-name">{account.name}</span>
          </summary>
          <div className="account-menu">
            <p className="small soft">
              {account.email}
              {account.isOperator ? ' (operator)' : ''}
            </p>
            <p>
              <a href={href('setting')}>Settings</a>
            </p>
            <Form intent="signOut" action={href('logout')}>
              <Submit className="button-quiet button-small">Sign out</Submit>
            </Form>
          </div>
        </details>
      </header>
      <main id="content">
        <div className="page">
          <Notice />
        </div>
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

function NavigationLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  const { pathname } = useLocation()
  return (
    <li>
      <a href={to} aria-current={pathname === to ? 'page' : undefined}>
        <Icon className="icon" aria-hidden="true" />
        {label}
      </a>
    </li>
  )
}
