import { ChevronDown, MessageSquare, Settings, Upload } from 'lucide-react'
import { href, routes } from '#app/routes.ts'
import { Brand } from '#app/ui/brand.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

export type ShownAccount = {
  name: string
  email: string
  initials: string
  plan: string
  isOperator: boolean
}

/** The bar over every signed-in page: the product, the main action, and the account. */
export function Header({ account }: { account: ShownAccount }) {
  return (
    <header className="bar">
      <div className="bar-brand">
        <Brand />
      </div>
      <div>
        <a className="button button-small bar-share" href={href(routes.shares.new)}>
          <Upload className="icon" aria-hidden="true" />
          Share a file
        </a>
      </div>
      <AccountMenu account={account} />
    </header>
  )
}

function AccountMenu({ account }: { account: ShownAccount }) {
  return (
    <details className="account">
      <summary>
        <span className="avatar" aria-hidden="true">
          {account.initials}
        </span>{' '}
        <span className="account-name">{account.name}</span>
        <ChevronDown className="icon account-sign" aria-hidden="true" />
      </summary>
      <div className="account-menu">
        <div className="account-who">
          <p>
            <strong>{account.name}</strong>
          </p>
          <p className="small soft">{account.email}</p>
          <p className="small soft">Plan {account.plan}</p>
          {account.isOperator ? <p className="account-mark">Operator</p> : null}
        </div>
        <ul className="plain">
          <li>
            <a className="account-link" href={href(routes.settings.index)}>
              <Settings className="icon" aria-hidden="true" />
              Settings
            </a>
          </li>
          <li>
            <a className="account-link" href={href(routes.public.feedback)}>
              <MessageSquare className="icon" aria-hidden="true" />
              Feedback
            </a>
          </li>
        </ul>
        <Form intent="signOut" action={href(routes.access.logout)}>
          <Submit className="button-quiet button-small button-wide">Sign out</Submit>
        </Form>
      </div>
    </details>
  )
}
