import { providerLabels, type SessionMethod } from '#server/rules/accounts/sign-in-methods.ts'
import type { AccountEventKind, Detail, InstallationEventKind } from '#server/tracking/tracking.ts'

/** What happened to an account or the installation, as it is read after the name of who did it. */
export const auditLabel: Record<AccountEventKind | InstallationEventKind, (detail: Detail) => string> = {
  SignedIn: ({ method }) => `signed in${byMethod(method)}`,
  TokenMade: ({ method }) => `signed in a program${byMethod(method)}`,
  NewDevice: () => 'signed in from a new device',
  SecondFactorFailed: () => 'entered a wrong two-step verification code after the right password',
  AccountLocked: ({ what }) =>
    `entered too many wrong ${what === 'second factor' ? 'two-step verification codes' : 'passwords'} and had to wait`,
  RecoveryCodeUsed: ({ left }) => `signed in with a recovery code (${left} left)`,
  PasswordChanged: ({ by }) => `changed the password${by === 'link' ? ' by an emailed link' : ''}`,
  SecondFactorOn: () => 'turned on two-step verification',
  SecondFactorOff: ({ by }) => `turned off two-step verification${byOperator(by)}`,
  RecoveryCodesRenewed: () => 'created new recovery codes',
  SignInConnected: ({ provider, as }) => `connected ${signInOf(provider, as)}`,
  SignInDisconnected: ({ provider, as }) => `disconnected ${signInOf(provider, as)}`,
  AddressAdded: ({ address }) => `added the address ${address}`,
  AddressRemoved: ({ address }) => `removed the address ${address}`,
  PrimaryChanged: ({ from, to }) => `changed the primary address from ${from} to ${to}`,
  AccountClosed: ({ by }) => `closed the account${byOperator(by)}`,
  AccountKept: () => 'reopened the closed account',
  Exported: () => 'exported the account’s data',
  PlanChanged: ({ from, to, by }) => `changed the plan from ${from} to ${to}${planBy[String(by)] ?? ''}`,
  PlanEnding: ({ plan }) => `was reminded that ${plan} ends`,
  PlanRequested: ({ plan }) => `requested the plan ${plan}`,
  PlanDeclined: ({ plan }) => `declined the request for ${plan}`,
  AuditExported: ({ scope, of }) =>
    `exported the audit trail of ${of ? `${scope} ${of}` : 'the installation'}`,
  Commanded: ({ given, by }) => `ran “strongroom ${given}” as ${by}`,
  TrailErased: ({ of, sequence }) =>
    `erased the record of ${of}, with what it was about (${sequence} events in all)`,
}

const planBy: Readonly<Record<string, string>> = {
  end: ', as it had ended',
  link: ' by a link',
  payment: ' by a payment',
  operator: ', as administrator',
}

const methodWords: Readonly<Record<SessionMethod, string>> = {
  password: ' with a password',
  google: ' with Google',
  microsoft: ' with Microsoft',
  linkedin: ' with LinkedIn',
  sso: ' with single sign-on',
  link: ' with the link to the new account',
}

function byMethod(method: Detail[string] | undefined): string {
  return Object.hasOwn(methodWords, String(method)) ? methodWords[method as SessionMethod] : ''
}

/** "Google (rita@example.net)". */
function signInOf(provider: Detail[string] | undefined, as: Detail[string] | undefined): string {
  const label = providerLabels[provider as keyof typeof providerLabels] ?? provider
  return as ? `${label} (${as})` : String(label)
}

function byOperator(by: Detail[string] | undefined): string {
  return by === 'operator' ? ', as administrator' : ''
}
