import { isSignInMethod, sessionMethodLabels } from '#server/rules/accounts/sign-in-methods.ts'
import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { localDate } from '#server/rules/sharing/expiry.ts'
import { counted, zonedTime } from '#server/rules/text/format.ts'
import { methodsForm, secondFactorForm, signOutForm, signOutHours } from '#server/teams/sign-in/forms.ts'
import { intent, onceAMinute } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import { providerIntents, shownProvider } from './provider.server.ts'
import { shownPeople } from './shown-people.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'

const here = teamPath('sign-in')

async function load(context: TeamContext) {
  return {
    here,
    methods: await shownMethods(context),
    change: await requestedChange(context),
    secondFactor: await shownSecondFactor(context),
    signOut: await shownSignOut(context),
    provider: await shownProvider(context),
  }
}

export type SignInData = Awaited<ReturnType<typeof load>>

async function shownMethods({ user, services }: TeamContext) {
  const methods = await services.teams.signInRules.methods(user)
  return methods.map(({ method, isAllowed, isUsable }) => ({
    method,
    label: sessionMethodLabels[method],
    isAllowed,
    hint: isUsable ? hints[method] : 'Not set up yet.',
  }))
}

const hints: Partial<Record<SignInMethod, string>> = {
  sso: 'At your team’s own identity provider.',
}

/** The methods in the address, with whom they would shut out; null if none are asked about. */
async function requestedChange({ user, services, url }: TeamContext) {
  const methods = (url.searchParams.get('methods') ?? '').split(',').filter(isSignInMethod)
  if (methods.length === 0) return null
  const { shutOut, withPassword, refusal } = await services.teams.signInRules.outlook(user, methods)
  return {
    methods,
    labels: methods.map((method) => sessionMethodLabels[method]),
    shutOut: shownPeople(shutOut),
    withPassword: shownPeople(withPassword),
    refusal,
  }
}

async function shownSecondFactor({ user, services }: TeamContext) {
  const { requirement, lacking } = await services.teams.secondFactor.state(user)
  const isDated = typeof requirement === 'number'
  return {
    choice: isDated ? 'date' : requirement,
    from: isDated ? zonedTime(requirement, user.timeZone) : null,
    date: isDated ? localDate(requirement, user.timeZone) : '',
    timeZone: user.timeZone,
    lacking: shownPeople(lacking),
    list: teamPath('people', { factor: 'off' }),
  }
}

async function shownSignOut({ user, services }: TeamContext) {
  const hours = await services.teams.signOut.hours(user)
  return {
    value: hours === null ? '' : String(hours),
    options: [
      { value: '', label: 'No limit of the team' },
      ...signOutHours.map((one) => ({ value: String(one), label: durationLabel(one) })),
    ],
  }
}

function durationLabel(hours: number): string {
  return hours > 24 ? counted(hours / 24, 'day') : counted(hours, 'hour')
}

export const signInTab: TeamTab = {
  load,
  intents: () => ({
    ...providerIntents,
    teamMethods: intent(methodsForm, async ({ form: { method, act }, user, ...context }) => {
      const { signInRules } = context.services.teams
      if (act === 'Change methods …') {
        await signInRules.outlook(user, method)
        return teamPath('sign-in', { methods: method.join(',') })
      }
      await signInRules.allow(user, method)
      return goWithNotice(context.visitor, here, 'Sign-in methods changed.', 'good')
    }),
    teamSignOut: intent(signOutForm, async ({ form: { hours }, user, ...context }) => {
      await context.services.teams.signOut.change(user, hours)
      return goWithNotice(context.visitor, here, 'Sign-out rule saved.', 'good')
    }),
    teamSecondFactor: onceAMinute(secondFactorForm, async ({ form, user, ...context }) => {
      const { requirement, date = '' } = form
      await context.services.teams.secondFactor.change(user, requirement === 'date' ? { date } : requirement)
      return goWithNotice(context.visitor, here, 'Two-step verification rule saved.', 'good')
    }),
  }),
}
