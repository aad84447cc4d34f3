import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { specifiedAppVersion } from '#server/rules/product/client-constants.ts'
import { productVersion } from '#server/rules/product/product.ts'
import type { Services } from '#server/services.ts'
import type { User } from '#server/accounts/users.ts'
import { entered } from './account.ts'
import { readCredentials } from './credentials.ts'
import { call, ignored, openCall } from './table.ts'

const text = z.string().max(1000).default('')

const registerForm = z.object({
  FirstName: text,
  LastName: text,
  Email: text,
  /** Encoded with the address as for signing in, or plain. */
  Password: text,
  SignupCode: text,
  Referral: ignored,
})
const nameForm = z.object({ FirstName: text, LastName: text })
const emailForm = z.object({ Email: text })
/** `Status` is the new password: its name is older than what it is for. */
const passwordForm = z.object({ Email: text.optional(), Password: text, Status: text })
const addressForm = z.object({ Email: text, UserGuid: text, Password: text, Code: text })
const onboardingForm = z.object({ OnboardingStatus: z.coerce.number().int().min(0).max(1_000_000) })

/** What a program does with accounts: new ones, forgotten passwords, names, addresses, and the tour. */
export const usersCalls = [
  openCall('POST /v5/users', {
    form: registerForm,
    async run({ services, client, form }) {
      const { FirstName: firstName, LastName: lastName, Email: email, SignupCode } = form
      const password = passwordIn(form.Password, email)
      const code = SignupCode === '' ? {} : { code: SignupCode }
      const registered = await services.accounts.credentials.register(client, {
        firstName,
        lastName,
        email,
        password,
        ...code,
      })
      const isActive = registered.status === 'active'
      return { StatusMessage: isActive ? 'Sign in.' : sent, Status: isActive ? 'Active' : 'Pending' }
    },
  }),
  openCall('POST /v2/users/password/forget', {
    form: emailForm,
    async run({ services, client, form }) {
      await services.accounts.credentials.requestReset(client, form.Email)
      return { StatusMessage: sent }
    },
  }),
  openCall('POST /v1/resendactivation', {
    form: emailForm,
    async run({ services, client, form }) {
      await services.accounts.credentials.resendActivation(client, form.Email)
      return { StatusMessage: sent }
    },
  }),
  openCall('GET /v3/activate/{token}', {
    async run({ services, parameters }) {
      const owner = await services.accounts.credentials.peekActivation(parameters.token)
      if (!owner) throw new Problem('linkUsedUp')
      return {
        StatusCode: 10002,
        StatusMessage: 'The link works. POST to the same address activates the account.',
      }
    },
  }),
  openCall('POST /v3/activate/{token}', {
    async run({ services, client, parameters }) {
      const { user } = await services.accounts.credentials.activate(parameters.token)
      const outcome = await services.accounts.signIn.enter(user.guid, 'password', client, {
        beganBy: 'link',
        isApi: true,
      })
      const answer = await entered(services, outcome)
      if (answer.StatusCode !== 10000) return answer
      // The specified answer to an activation: the token is the message.
      return { ...answer, StatusCode: 10159, StatusMessage: String(answer['AccessToken']) }
    },
  }),
  openCall('GET /v2/app/web', { run: () => ({ Version: productVersion, AppVersion: specifiedAppVersion }) }),
  call('POST /v2/users/name', {
    scope: 'never',
    form: nameForm,
    async run({ services, user, form }) {
      await services.accounts.profile.name(user, { firstName: form.FirstName, lastName: form.LastName })
      return {}
    },
  }),
  call('POST /v2/users/password', {
    scope: 'never',
    guard: 'session',
    form: passwordForm,
    async run({ services, client, user, session, form }) {
      const { Email = user.email } = form
      if (Email.trim().toLowerCase() !== user.email.toLowerCase()) throw new Problem('badCredentials')
      const passwords = { current: passwordIn(form.Password, Email), next: passwordIn(form.Status, Email) }
      await services.accounts.credentials.changePassword(client, user, passwords, session.guid)
      return { StatusMessage: 'Your other devices are signed out.' }
    },
  }),
  call('POST /v1/users/email/{action}', {
    scope: 'never',
    form: addressForm,
    async run({ services, user, parameters: { action }, form }) {
      if (form.UserGuid !== '' && form.UserGuid !== user.guid) throw new Problem('notFound')
      return changeAddress(services, user, action, form)
    },
  }),
  call('POST /v1/users/onboarding/set', {
    scope: 'never',
    form: onboardingForm,
    async run({ services, user, form }) {
      await services.accounts.onboarding.set(user, form.OnboardingStatus)
      const { status } = await services.accounts.onboarding.of(user)
      return { OnboardingStatus: status }
    },
  }),
  call('GET /v1/sharedemo', {
    scope: 'read',
    run: ({ services }) => ({
      StatusMessage: 'POST to the same address sends the tour file.',
      Link: new URL('/tour', services.config.publicUrl).href,
    }),
  }),
  call('POST /v1/sharedemo', {
    scope: 'share',
    async run({ services, user }) {
      const ShareGuid = await services.shares.tour.shareDemo(user)
      return { ShareGuid, Link: new URL(`/file/${ShareGuid}`, services.config.publicUrl).href }
    },
  }),
]

const sent = 'If this address can get an email from here, it’s on its way.'

/** A password as programs encode it, with its address, or as it is. */
function passwordIn(sentText: string, email: string): string {
  const read = readCredentials(sentText)
  const isEncoded = read !== null && read.email.toLowerCase() === email.trim().toLowerCase()
  return isEncoded ? read.password : sentText
}

/** `add` sends a code to an address, `resend` another one; `confirm` takes it; `primary` and `remove` are of confirmed ones. */
async function changeAddress(
  { accounts: { addresses } }: Services,
  user: User,
  action: string,
  { Email, Password, Code }: z.output<typeof addressForm>,
) {
  if (action === 'add') {
    await addresses.add(user, { email: Email, password: passwordIn(Password, user.email) })
    return { StatusMessage: sent }
  }
  const email = Email.trim().toLowerCase()
  const found = (await addresses.list(user)).find((one) => one.email.toLowerCase() === email)
  if (!found) throw new Problem('notFound')
  if (action === 'resend') await addresses.sendAgain(user, found.guid)
  else if (action === 'confirm') await addresses.confirm(user, found.guid, Code)
  else if (action === 'primary') await addresses.primary(user, found.guid)
  else if (action === 'remove') await addresses.remove(user, found.guid)
  else throw new Problem('noSuchCall')
  return {}
}
