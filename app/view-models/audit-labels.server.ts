import { providerLabels, type SessionMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { cloudLabels, isCloudName } from '#server/rules/files/clouds.ts'
import type { AccountEventKind, Detail, InstallationEventKind } from '#server/tracking/tracking.ts'

type AuditKind = AccountEventKind | InstallationEventKind

/** What happened to an account or the installation, as it is read after the name of who did it. */
export const auditLabel: Record<AuditKind, (detail: Detail) => string> = {
  SignedIn: ({ method }) => `signed in${byMethod(method)}`,
  TokenMade: ({ method }) => `signed in a program${byMethod(method)}`,
  NewDevice: () => 'signed in from a new device',
  SecondFactorFailed: () => 'entered a wrong two-step verification code after the right password',
  AccountLocked: ({ what }) =>
    `entered too many wrong ${what === 'second factor' ? 'two-step verification codes' : 'passwords'} and had to wait`,
  PasswordFailed: ({ attempts, what }) => {
    const word = what === 'code' ? 'sign-in code' : 'password'
    if (attempts === undefined) return `entered a wrong ${word}`
    return `entered ${attempts === 1 ? `1 more wrong ${word}` : `${attempts} more wrong ${word}s`} within the same hour`
  },
  SignInRefused: ({ reason, method }) => `could not sign in${byMethod(method)}: ${refusals[String(reason)]}`,
  SignedOut: () => 'signed out',
  SessionsEnded: ({ sessions }) => `signed out ${sessions === 1 ? '1 device' : `${sessions} devices`}`,
  SessionCopied: () => 'used an old copy of a sign-in, which was ended everywhere',
  RecoveryCodeUsed: ({ left }) => `signed in with a recovery code (${left} left)`,
  ProofFailed: ({ what }) =>
    what === 'code' ? 'entered a wrong code, while signed in' : 'entered a wrong password, while signed in',
  PasswordChanged: ({ by }) => `changed the password${by === 'link' ? ' by an emailed link' : ''}`,
  SecondFactorOn: () => 'turned on two-step verification',
  SecondFactorOff: ({ by }) => `turned off two-step verification${byOperator(by)}`,
  RecoveryCodesRenewed: () => 'created new recovery codes',
  SignInConnected: ({ provider, as }) => `connected ${signInOf(provider, as)}`,
  SignInDisconnected: ({ provider, as }) => `disconnected ${signInOf(provider, as)}`,
  AccessTokenMade: ({ token }) => `created the access token “${token}”`,
  AccessTokenUsed: ({ token, call }) => `called ${call} with the access token “${token}”`,
  AccessTokenEnding: ({ token }) => `was reminded that the access token “${token}” ends`,
  AccessTokenEnded: ({ token, by }) =>
    `ended the access token “${token}”${by === 'date' ? ', on its date' : ''}`,
  AccessTokensEnded: ({ tokens, by }) =>
    `ended ${tokens === 1 ? '1 access token' : `${tokens} access tokens`}${byOperator(by)}`,
  CloudConnected: ({ cloud, as }) => `connected ${cloudOf(cloud)}${as ? ` as ${as}` : ''}`,
  CloudDisconnected: ({ cloud, by }) =>
    by === 'other user'
      ? `lost the connection to ${cloudOf(cloud)}, as someone else signed in in that browser`
      : `disconnected ${cloudOf(cloud)}`,
  AddressAdded: ({ address }) => `added the address ${address}`,
  AddressRemoved: ({ address }) => `removed the address ${address}`,
  PrimaryChanged: ({ from, to }) => `changed the primary address from ${from} to ${to}`,
  ProfileChanged: (detail) => changed('the profile', detail),
  NotificationsChanged: (detail) => changed('the notifications', detail),
  AccountClosed: ({ by }) => `closed the account${byOperator(by)}`,
  AccountKept: () => 'reopened the closed account',
  Exported: () => 'exported the account’s data',
  PlanChanged: ({ from, to, by }) => `changed the plan from ${from} to ${to}${planBy[String(by)] ?? ''}`,
  PlanEnding: ({ plan }) => `was reminded that ${plan} ends`,
  PlanRequested: ({ plan }) => `requested the plan ${plan}`,
  PlanDeclined: ({ plan }) => `declined the request for ${plan}`,
  ListExported: ({ list, of }) => `exported ${listLabels[String(list)] ?? list}${of ? ` (${of})` : ''}`,
  WebhookAdded: ({ host }) => `added a webhook to ${host}`,
  WebhookChanged: ({ host, what }) => `${webhookChanges[String(what)] ?? 'changed'} the webhook to ${host}`,
  WebhookRemoved: ({ host }) => `removed the webhook to ${host}`,
  WebhookStopped: ({ host }) => `turned off the webhook to ${host}, which did not answer`,
  AuditExported: ({ scope, of }) =>
    `exported the audit trail of ${of ? `${scope} ${of}` : 'the installation'}`,
  Commanded: ({ given, by }) => `ran “strongroom ${given}” as ${by}`,
  EventsErased: ({ before, events, chains }) =>
    `erased ${events} events from before ${String(before).slice(0, 10)} in ${chains} records, as the settings say`,
  PersonErased: ({ events }) => `erased an address from ${events} events, on request`,
  TrailErased: ({ of, sequence }) =>
    `erased the record of ${of}, with what it was about (${sequence} events in all)`,
}

const webhookChanges: Readonly<Record<string, string>> = {
  off: 'turned off',
  on: 'turned on',
  secret: 'changed the secret of',
}

const planBy: Readonly<Record<string, string>> = {
  end: ', as it had ended',
  link: ' by a link',
  payment: ' by a payment',
  operator: ', as administrator',
}

const methodLabels: Readonly<Record<SessionMethod, string>> = {
  password: ' with a password',
  email: ' with a code by email',
  google: ' with Google',
  microsoft: ' with Microsoft',
  linkedin: ' with LinkedIn',
  sso: ' with single sign-on',
  link: ' with the link to the new account',
}

function byMethod(method: Detail[string] | undefined): string {
  return Object.hasOwn(methodLabels, String(method)) ? methodLabels[method as SessionMethod] : ''
}

/** "Google (rita@example.net)". */
function signInOf(provider: Detail[string] | undefined, as: Detail[string] | undefined): string {
  const label = providerLabels[provider as keyof typeof providerLabels] ?? provider
  return as ? `${label} (${as})` : String(label)
}

const refusals: Readonly<Record<string, string>> = {
  suspended: 'the account is suspended',
  closed: 'the account is closed',
  domain: 'the address belongs to the domain of a team',
  method: 'the team allows only other ways',
}

const listLabels: Readonly<Record<string, string>> = {
  sent: 'the list of sent files',
  shareActivity: 'the activity of a file',
  recipients: 'the recipients of a file',
  roomActivity: 'the activity of a data room',
  members: 'the members of a data room',
  index: 'the index of a data room',
  acceptances: 'who accepted terms of access',
  teamAcceptances: 'who accepted the team’s terms of access',
  teamReport: 'what the members of the team have',
  account: 'the activity of the account',
  team: 'the audit trail of the team',
  installation: 'the audit trail of the installation',
}

/** Old and new values, as they were recorded: "changed the profile, last name: Otter → Ocean". */
function changed(what: string, detail: Detail): string {
  const changes = Object.entries(detail).map(([name, change]) => {
    const text = String(change)
    return `${fieldLabels[name] ?? name}: ${name.startsWith('is_') ? text.replaceAll('1', 'on').replaceAll('0', 'off') : text}`
  })
  return `changed ${what}, ${changes.join('; ')}`
}

const fieldLabels: Readonly<Record<string, string>> = {
  first_name: 'first name',
  last_name: 'last name',
  time_zone: 'time zone',
  is_told_of_openings: 'first openings',
  is_told_of_comments: 'comments',
  is_told_of_devices: 'new devices',
  is_told_of_requests: 'requests',
  is_told_of_week: 'weekly emails',
}

function byOperator(by: Detail[string] | undefined): string {
  return by === 'operator' ? ', as administrator' : ''
}

function cloudOf(name: unknown): string {
  return isCloudName(String(name)) ? cloudLabels[name as keyof typeof cloudLabels] : String(name)
}
