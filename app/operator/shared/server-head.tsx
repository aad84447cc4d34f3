import type { ReactNode } from 'react'
import { href, routes } from '#app/routes.ts'
import { AreaHead, type Crumb } from '#app/ui/frame/area-head.tsx'

/** The tabs of the server's area, in the order in which they are shown. */
const tabs = [
  { name: 'overview', label: 'Overview', to: href(routes.operator.overview) },
  { name: 'accounts', label: 'Accounts', to: href(routes.operator.accounts.index) },
  { name: 'requests', label: 'Plan requests', to: href(routes.operator.requests.index) },
  { name: 'teams', label: 'Teams', to: href(routes.operator.teams.index) },
  { name: 'codes', label: 'Sign-up codes', to: href(routes.operator.codes.index) },
  { name: 'emails', label: 'Email', to: href(routes.operator.emails.index) },
  { name: 'jobs', label: 'Jobs', to: href(routes.operator.jobs.index) },
  { name: 'audit', label: 'Audit', to: href(routes.operator.audit) },
  { name: 'storage', label: 'Storage', to: href(routes.operator.storage.index) },
  { name: 'backups', label: 'Backups', to: href(routes.operator.backups.index) },
  { name: 'refusals', label: 'Blocked', to: href(routes.operator.refusals) },
  { name: 'settings', label: 'Configuration', to: href(routes.operator.settings) },
] as const

export type ServerTab = (typeof tabs)[number]['name']

type Props = {
  here: ServerTab
  title?: string
  crumbs?: Crumb[]
  facts?: ReactNode
  actions?: ReactNode
}

/** The head of the operator's pages; one below a tab has a title of its own. */
export function ServerHead({ here, title = 'Server', crumbs, facts, actions }: Props) {
  return (
    <AreaHead
      title={title}
      crumbs={crumbs}
      facts={facts}
      actions={actions}
      tabs={tabs.map(({ name, label, to }) => ({ label, to, isHere: name === here }))}
      tabsLabel="Server"
    />
  )
}
