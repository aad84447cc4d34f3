import { ChevronDown, Settings, Upload } from 'lucide-react'
import { href } from '../routes.ts'
import { Badge } from './badge.tsx'
import { Brand } from './brand.tsx'
import { Form, Submit } from './form.tsx'

export type ShownAccount = {
  name: string
  email: string
  initials: string
  plan: string
  isOperator: boolean
}

/** The bar over every signed-in page: whose product, the one thing to do, and who one is. */
export function Header({ account }: { account: ShownAccount }) {
  return (
    <header className="bar">
      <Brand />
      <a className="button button-small bar-share" href={href('share')}>
        <Upload className="icon" aria-hidden="true" />
        Share a file
      </a>
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
        </span>
        <span className="account-name">{account.name}</span>
        <ChevronDown className="icon account-sign" aria-hidden="true" />
      </summary>
      <div className="account-menu">
        <p className="account-who">
          <strong>{account.name}</strong>
          <span className="small soft">{account.email}</span>
          <span className="small soft">Plan {account.plan}</span>
        </p>
        {account.isOperator ? (
          <p>
            <Badge tone="brass">Operator</Badge>
          </p>
        ) : null}
        <p>
          <a className="account-link" href={href('setting')}>
            <Settings className="icon" aria-hidden="true" />
            Settings
          </a>
        </p>
        <Form intent="signOut" action={href('logout')}>
          <Submit className="button-quiet button-small button-wide">Sign out</Submit>
        </Form>
      </div>
    </details>
  )
}
