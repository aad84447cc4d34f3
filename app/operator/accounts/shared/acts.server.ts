import type { AccountDetails } from '#server/operations/console/accounts.ts'
import type { Services } from '#server/services.ts'

/** What an operator can do with an account: the command of the same name does it, too. */
export type AccountAct = {
  /** As the command is called, and as the address ends. */
  command: string
  intent: string
  /** The question, about an address. */
  heading: string
  verb: string
  isBad: boolean
  /** Whether it makes sense for the account as it is. */
  isFor: (account: AccountDetails) => boolean
  lines: (account: AccountDetails) => string[]
  /** Does it, and says in a few words what came of it. */
  run: (services: Services, email: string) => Promise<string>
}

const isOpen = ({ status }: AccountDetails): boolean => status !== 'Suspended'

/** By the last part of their addresses, in the order in which they are offered; the plan has a form of its own. */
export const accountActs: Readonly<Record<string, AccountAct>> = {
  'reset-password': {
    command: 'user reset-password',
    intent: 'resetPassword',
    heading: 'Email a link to choose a new password?',
    verb: 'Send link',
    isBad: false,
    isFor: isOpen,
    lines: ({ email, needsSetup }) => [
      needsSetup
        ? `${email} gets a link to set the account up. It works for 7 days, once.`
        : `${email} gets a link to choose a new password. It works for one hour, once; older links stop working.`,
      'Until the link is used, nothing changes. Using it signs all browsers of the account out.',
      'You don’t see the link.',
    ],
    async run({ accounts }, email) {
      await accounts.administration.makeResetLink(email, { isSent: true })
      return 'Link sent.'
    },
  },
  'require-password-change': {
    command: 'user require-password-change',
    intent: 'requirePassword',
    heading: 'Require a new password?',
    verb: 'Require new password',
    isBad: false,
    isFor: (account) => isOpen(account) && account.hasPassword && !account.mustChangePassword,
    lines: ({ email }) => [
      `${email} has to choose a new password before anything else, also in browsers that are signed in now.`,
      'They enter the current password first. If someone else may know it, send a link to choose a new one instead.',
    ],
    async run({ accounts }, email) {
      const isChanged = await accounts.administration.requirePasswordChange(email)
      return isChanged ? 'New password required.' : 'A new password was already required.'
    },
  },
  'reset-second-factor': {
    command: 'user reset-second-factor',
    intent: 'resetSecondFactor',
    heading: 'Turn off two-step verification?',
    verb: 'Turn off',
    isBad: true,
    isFor: ({ hasSecondFactor }) => hasSecondFactor,
    lines: ({ email }) => [
      'For someone who has lost both their app and their recovery codes. Make sure it’s really them asking.',
      `From then on, ${email} signs in with the password alone. They’re notified by email.`,
      'Their recovery codes stop working. Browsers stay signed in.',
    ],
    async run({ accounts }, email) {
      const isChanged = await accounts.secondFactor.reset(email)
      return isChanged ? 'Two-step verification turned off.' : 'Two-step verification was already off.'
    },
  },
  'end-access-tokens': {
    command: 'user end-access-tokens',
    intent: 'endAccessTokens',
    heading: 'End all access tokens?',
    verb: 'End access tokens',
    isBad: true,
    isFor: ({ accessTokens }) => accessTokens > 0,
    lines: ({ email }) => [
      `Programs that use an access token of ${email} are blocked from their next call.`,
      'Browsers stay signed in. The tokens can’t be restored; new ones can be created.',
    ],
    async run({ accounts }, email) {
      const tokens = await accounts.accessTokens.endAllOf(email)
      return tokens > 0 ? 'Access tokens ended.' : 'There were no access tokens.'
    },
  },
  'make-operator': {
    command: 'user operator on',
    intent: 'makeOperator',
    heading: 'Make this account an administrator?',
    verb: 'Make administrator',
    isBad: false,
    isFor: ({ isOperator, status }) => !isOperator && status === 'Active',
    lines: ({ email }) => [
      `${email} can do everything on these pages: manage all accounts, including yours, and see the audit log.`,
      'Administrators can’t read other people’s files here.',
    ],
    async run({ accounts }, email) {
      return (await accounts.operators.set(email, true))
        ? 'Administrator added.'
        : 'Already an administrator.'
    },
  },
  'end-operator': {
    command: 'user operator off',
    intent: 'endOperator',
    heading: 'Remove this administrator?',
    verb: 'Remove administrator',
    isBad: true,
    isFor: ({ isOperator }) => isOperator,
    lines: ({ email }) => [
      `${email} stays an ordinary account, with everything in it. These pages are closed to it from its next request on.`,
      'The last administrator who can sign in can’t be removed.',
    ],
    async run({ accounts }, email) {
      return (await accounts.operators.set(email, false))
        ? 'Administrator removed.'
        : 'This account wasn’t an administrator.'
    },
  },
  disable: {
    command: 'user disable',
    intent: 'disableAccount',
    heading: 'Disable this account?',
    verb: 'Disable',
    isBad: true,
    isFor: isOpen,
    lines: ({ email }) => [
      `All browsers of ${email} are signed out, and its links in emails stop working.`,
      'What it shares is closed to recipients until you enable the account again. Nothing is deleted.',
      'What others share with this address can still be read with a code by email.',
    ],
    async run({ accounts }, email) {
      return (await accounts.administration.disable(email)) ? 'Account disabled.' : 'It was already disabled.'
    },
  },
  enable: {
    command: 'user enable',
    intent: 'enableAccount',
    heading: 'Enable this account again?',
    verb: 'Enable',
    isBad: false,
    isFor: (account) => !isOpen(account),
    lines: ({ email, closedAt }) => [
      `${email} can sign in again with the same password, and what it shares is open again.`,
      ...(closedAt === null ? [] : ['It won’t be deleted.']),
    ],
    async run({ accounts }, email) {
      return (await accounts.administration.enable(email)) ? 'Account enabled.' : 'It was already enabled.'
    },
  },
  delete: {
    command: 'user delete',
    intent: 'deleteAccount',
    heading: 'Delete this account after 14 days?',
    verb: 'Delete account',
    isBad: true,
    isFor: ({ closedAt }) => closedAt === null,
    lines: ({ email }) => [
      `${email} is disabled at once, and gets an email with the date.`,
      'After 14 days its shares and their activity, its files, its data rooms and the account itself are deleted permanently.',
      'Until then you can enable it again.',
    ],
    async run({ accounts }, email) {
      await accounts.administration.close(email)
      return 'Account will be deleted in 14 days.'
    },
  },
}
