import { href, routes } from '#app/routes.ts'

/** The tabs of the team's administration by their `tabActive`, in the order in which they are shown. */
export const teamTabLabels = {
  people: 'People',
  branding: 'Branding',
  terms: 'Terms',
  domains: 'Domains',
  'sign-in': 'Sign-in',
  report: 'Report',
  team: 'Settings',
  webhooks: 'Webhooks',
  audit: 'Audit',
} as const

export type TeamTabName = keyof typeof teamTabLabels

export function teamPath(
  tab: TeamTabName,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  return href(routes.team.admin, {}, { tabActive: tab, ...query })
}
