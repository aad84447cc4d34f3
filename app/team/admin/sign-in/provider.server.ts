import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { recentTime, zonedTime } from '#server/rules/text/format.ts'
import type { Connection } from '#server/teams/connections.ts'
import { certificateEnds } from '#server/teams/sign-in/certificates.ts'
import { oidcForm, providerActForm, samlForm } from '#server/teams/sign-in/forms.ts'
import { intent, onceAMinute, type Intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext } from '#app/team/shared/team-tab.server.ts'
import type { Fact } from '#app/ui/tables/facts.tsx'
import { shownPeople } from './shown-people.ts'

const here = teamPath('sign-in')
const panels = ['oidc', 'saml', 'off', 'remove-on', 'remove-draft'] as const
type Panel = (typeof panels)[number]

/** The identity provider of the team, what is set up beside it, and what the address asks about. */
export async function shownProvider({ user, team, services, url, now }: TeamContext) {
  const { addresses, on, draft } = await services.teams.providerSetup.state(user)
  const wanted = url.searchParams.get('panel')
  const panel = panels.find((one) => one === wanted) ?? null
  const recent = (at: number) => recentTime(at, user.timeZone, now)
  const shown = (connection: Connection | null) =>
    connection && {
      facts: factsOf(connection, user.timeZone),
      testedAt: connection.testedAt === null ? null : recent(connection.testedAt),
      answer: connection.answer,
    }
  const asks = panel === 'off' || panel === 'remove-on'
  return {
    here,
    panel: isPossible(panel, { on, draft }) ? panel : null,
    panels: Object.fromEntries(panels.map((name) => [name, teamPath('sign-in', { panel: name })])) as Record<
      Panel,
      string
    >,
    on: shown(on),
    draft: shown(draft),
    isOwner: team.role === teamRoles.owner,
    oidc: settingsOf(draft ?? on),
    addresses: {
      redirectUri: addresses.redirectUri.href,
      entityId: addresses.entityId.href,
      consumer: addresses.consumer.href,
    },
    switching:
      on && draft?.testedAt ? shownOutlook(await services.teams.providerSetup.outlookOfSwitch(user)) : null,
    outlook: asks && on ? shownOutlook(await services.teams.providerSetup.outlook(user)) : null,
  }
}

export type ProviderData = Awaited<ReturnType<typeof shownProvider>>
export type ShownConnection = NonNullable<ProviderData['on']>

function isPossible(panel: Panel | null, has: { on: Connection | null; draft: Connection | null }): boolean {
  if (panel === 'off' || panel === 'remove-on') return has.on !== null
  return panel !== 'remove-draft' || has.draft !== null
}

function settingsOf(connection: Connection | null) {
  return connection?.kind === 'oidc' ? connection.settings : { issuer: '', clientId: '' }
}

function shownOutlook({
  shutOut,
  withPassword,
  refusal,
}: Awaited<ReturnType<TeamContext['services']['teams']['providerSetup']['outlook']>>) {
  return { shutOut: shownPeople(shutOut), withPassword: shownPeople(withPassword), refusal }
}

function factsOf(connection: Connection, timeZone: string): Fact[] {
  if (connection.kind === 'oidc') {
    const { issuer, clientId } = connection.settings
    return [
      { label: 'By', value: 'OpenID Connect' },
      { label: 'Issuer', value: issuer },
      { label: 'Client ID', value: clientId },
    ]
  }
  const { entityId, signOnUrl, certificates } = connection.settings
  const ends = certificates.map((pem) => zonedTime(certificateEnds(pem), timeZone))
  return [
    { label: 'By', value: 'SAML' },
    { label: 'Entity ID', value: entityId },
    { label: 'Sign-on address', value: signOnUrl },
    { label: ends.length === 1 ? 'Certificate until' : 'Certificates until', value: ends.join(', ') },
  ]
}

/** What the answer to a test shows: where the browser goes to sign in. */
export type TestBegun = { address: string; host: string }

export const providerIntents: Record<string, Intent<TeamContext>> = {
  prepareOidc: onceAMinute(oidcForm, async ({ form, user, ...context }) => {
    await context.services.teams.providerSetup.prepareOidc(user, form)
    return goWithNotice(context.visitor, here, 'Saved. Test it, then switch it on.', 'good')
  }),
  prepareSaml: onceAMinute(samlForm, async ({ form, user, ...context }) => {
    await context.services.teams.providerSetup.prepareSaml(user, form)
    return goWithNotice(context.visitor, here, 'Saved. Test it, then switch it on.', 'good')
  }),
  teamProvider: intent(providerActForm, async ({ form: { act, place }, user, ...context }) => {
    const { providerSetup, singleSignOn } = context.services.teams
    const done = (text: string) => goWithNotice(context.visitor, here, text, 'good')
    switch (act) {
      case 'Test': {
        const address = await singleSignOn.beginTest(user, { place, browserId: context.visitor.browserId })
        return Response.json({ address: address.href, host: address.host } satisfies TestBegun)
      }
      case 'Switch on':
        await providerSetup.switchOn(user)
        return done('Single sign-on is on.')
      case 'Switch off':
        await providerSetup.switchOff(user)
        return done('Single sign-on is off.')
      case 'Remove':
        await providerSetup.remove(user, place)
        return done('Identity provider removed.')
    }
  }),
}
