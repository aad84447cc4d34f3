import { domainActForm, domainForm } from '#server/teams/people/team-forms.ts'
import type { LockOutlook } from '#server/teams/domain-claims.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { intent, once, onceAMinute } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'

async function load({ user, services, url, now }: TeamContext) {
  const { domains, claims } = await services.teams.claims.list(user)
  const recent = (at: number) => recentTime(at, user.timeZone, now)
  const locking = url.searchParams.get('lock')
  return {
    here: teamPath('domains'),
    domains: domains.map(({ since, proof, ...domain }) => ({
      ...domain,
      since: recent(since),
      proof: proof === 'dns' ? 'Proved by DNS' : 'Confirmed by the server’s administrator',
    })),
    claims: claims.map(({ claimedAt, checkedAt, ...claim }) => ({
      ...claim,
      claimed: recent(claimedAt),
      checked: checkedAt === null ? null : recent(checkedAt),
    })),
    lock: locking === null ? null : shownOutlook(await services.teams.claims.outlook(user, locking)),
  }
}

function shownOutlook({ domain, outside, operators, total }: LockOutlook) {
  return { domain, outside, operators, more: total - outside.length, total }
}

export type DomainsData = Awaited<ReturnType<typeof load>>

export const domainsTab: TeamTab = {
  load,
  intents: () => ({
    claimDomain: once(domainForm, async ({ form, user, ...context }) => {
      const domain = await context.services.teams.claims.claim(user, form.domain)
      const notice = `Add the record below to the DNS of ${domain}, then check it.`
      return goWithNotice(context.visitor, teamPath('domains'), notice, 'good')
    }),
    checkDomain: onceAMinute(domainForm, async ({ form, user, ...context }) => {
      await context.services.teams.claims.check(user, form.domain)
      return goWithNotice(
        context.visitor,
        teamPath('domains'),
        `${form.domain} belongs to the team now.`,
        'good',
      )
    }),
    domain: intent(domainActForm, async ({ form: { domain, act }, user, ...context }) => {
      const { claims } = context.services.teams
      const done = (text: string) => goWithNotice(context.visitor, teamPath('domains'), text, 'good')
      switch (act) {
        case 'Lock …':
          return teamPath('domains', { lock: domain })
        case 'Lock domain':
          await claims.lock(user, domain)
          return done(`${domain} is locked.`)
        case 'Unlock':
          await claims.unlock(user, domain)
          return done(`${domain} is unlocked.`)
        case 'Remove':
          await claims.remove(user, domain)
          return done(`${domain} removed.`)
      }
    }),
  }),
}
