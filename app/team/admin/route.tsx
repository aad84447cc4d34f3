import type { LinksFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { counted } from '#server/rules/text/format.ts'
import { routes } from '#app/routes.ts'
import { action as submit } from '#app/request/action.server.ts'
import { constraintsIn } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { teamPath, teamTabLabels, type TeamTabName } from '#app/team/shared/tab-names.ts'
import type { TeamTab } from '#app/team/shared/team-tab.server.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import styles from '../../styles/admin.css?url'
import { teamTabs } from './tabs.server.ts'
import { teamViews } from './tabs.tsx'

/** One tab at a time, by `tabActive`; anything else is the first. */
export const loader = load(routes.team.admin, 'team admin', async (context) => {
  const names = Object.keys(teamTabLabels) as TeamTabName[]
  const wanted = context.url.searchParams.get('tabActive')
  const tab = names.find((name) => name === wanted) ?? names[0]!
  const { members, seats } = await context.services.teams.people.size(context.user)
  const data = await teamTabs[tab].load(context)
  return {
    name: context.team.name,
    isWaiting: (data as { isWaiting?: boolean } | null)?.isWaiting === true,
    facts: [counted(members, 'member'), ...(seats === null ? [] : [counted(seats, 'seat')])].join(' · '),
    tab,
    tabs: names.map((name) => ({ label: teamTabLabels[name], to: teamPath(name), isHere: name === tab })),
    data,
    constraints: constraintsIn(teamTabs[tab].intents(context)),
  }
})

export const action = submit(routes.team.admin, 'team admin', (context) => {
  const intents = Object.values(teamTabs).map((tab) => tab.intents(context))
  return Object.assign({}, ...intents) as ReturnType<TeamTab['intents']>
})

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const meta = titled<typeof loader>(({ tab, name }) => `${teamTabLabels[tab]} – ${name}`)

export default function TeamAdmin() {
  const { name, facts, tab, tabs, data } = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  const { View, Actions } = teamViews[tab]
  return (
    <>
      <AreaHead
        title={name}
        facts={facts}
        actions={Actions ? <Actions data={data} answer={answer} /> : null}
        tabs={tabs}
        tabsLabel="Team"
      />
      <h2 id="here" className="unseen">
        {teamTabLabels[tab]}
      </h2>
      <View data={data} answer={answer} />
    </>
  )
}
