import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import type { User } from '#server/accounts/users.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import { readCredentials } from './credentials.ts'
import { call, ignored, openCall, type Entity } from './table.ts'

const tokenForm = z.object({
  Credentials: z.string().max(4000).optional(),
  Email: z.string().max(300).optional(),
  Password: z.string().max(1000).optional(),
  TwoFACode: z.string().max(100).optional(),
  AppPlatform: ignored,
  AppVersion: ignored,
  UserAgent: ignored,
  Referral: ignored,
})

export const accountCalls = [
  openCall('POST /v2/account/token', {
    form: tokenForm,
    async run({ services, client, form }) {
      const { Credentials, Email = '', Password = '', TwoFACode = '' } = form
      const plain = { email: Email, password: Password, isRemembered: false }
      const given = Credentials === undefined ? plain : readCredentials(Credentials)
      if (!given) throw new Problem('badCredentials')
      const outcome = await services.accounts.signIn.byPassword(client, { ...given, isApi: true })
      if (outcome.code !== 10010 || TwoFACode === '') return entered(services, outcome)
      const { challenge } = outcome
      const second = await services.accounts.signIn.bySecondFactor(client, challenge, TwoFACode, {
        isApi: true,
      })
      return entered(services, second)
    },
  }),
  call('GET /v3/users/info', {
    scope: 'any',
    guard: 'session',
    async run({ services, user }) {
      return { StatusCode: 10120, User: await infoOf(services, user) }
    },
  }),
  call('GET /v1/account/validate', { scope: 'any', run: () => ({ StatusCode: 10000 }) }),
  call('POST /v1/account/handoff', {
    scope: 'never',
    async run({ services, session, user }) {
      const method = session.method === null || session.method === 'link' ? 'password' : session.method
      const code = await services.accounts.signIn.makeHandOff(user, method)
      const url = new URL('/access/handoff', services.config.publicUrl)
      url.searchParams.set('code', code)
      return { Code: code, Url: url.href }
    },
  }),
  call('POST /v1/account/logout', {
    scope: 'never',
    guard: 'session',
    async run({ services, token }) {
      await services.accounts.signingOut.here(token)
      return { StatusMessage: 'Signed out.' }
    },
  }),
]

/** The answer to a sign-in that has been right so far, as its StatusCode. */
export async function entered(services: Services, outcome: SignInOutcome): Promise<Entity> {
  if (outcome.code === 10000 || outcome.code === 10120) {
    const User = await infoOf(services, outcome.user)
    return {
      StatusCode: 10000,
      User,
      AccessToken: outcome.session.id,
      ExpiresAt: iso(outcome.session.endsAt),
      Hash: chatHash(services, outcome.user),
    }
  }
  if (outcome.code === 10010)
    return {
      StatusCode: 10010,
      StatusMessage: 'Send the same request with TwoFACode: the code from your authenticator app.',
    }
  if (outcome.code === 10012) return { StatusCode: 10012, StatusMessage: problems.domainLocked.text }
  const { methods } = outcome
  return { StatusCode: 10006, StatusMessage: problems.signInRestricted.text, EnabledLoginMethod: methods }
}

async function infoOf(services: Services, user: User) {
  const [use, { status }, team] = await Promise.all([
    services.files.usage.of(user),
    services.accounts.onboarding.of(user),
    user.teamGuid === null ? null : services.teams.all.byGuid(user.teamGuid),
  ])
  return services.accounts.profile.info(user, {
    OnboardingStatus: status,
    TeamGuid: user.teamGuid,
    TeamRole: user.teamRole,
    UsageStorageConsumed: use.consumed,
    UsageStorageQuota: use.quota,
    EnabledLoginMethod: team?.allowedMethods ?? [],
    ...(user.inviteStatus ? { StatusInvite: user.inviteStatus } : {}),
  })
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

/** What proves to a support chat who someone is: an HMAC-SHA256 of the account’s ID and the moment, and that moment. */
function chatHash({ keyRing, clock }: Services, { guid }: User): { ID: string; Date: string } {
  const date = `${iso(clock()).slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const [key] = keyRing.derive('support-chat')
  return { ID: createHmac('sha256', key).update(`${guid}|${date}`).digest('hex'), Date: date }
}
