import type { Schema } from '#server/db/schema.ts'

/** A column with what the installation's key wrapped: each value with the name that its row's key gives it. */
export type WrappedColumn = {
  table: keyof Schema & string
  /** The primary key, one column of text. */
  key: string
  column: string
  name: (key: string) => string
}

/** The keys of objects. */
export const objectKeys: WrappedColumn = {
  table: 'object',
  key: 'guid',
  column: 'wrapped_key',
  name: (guid) => guid,
}

/** The keys of objects that are still being uploaded. */
const uploadKeys: WrappedColumn = {
  table: 'upload',
  key: 'guid',
  column: 'wrapped_key',
  name: (guid) => guid,
}

/** Small secrets that are in their rows themselves. */
export const sealedSecrets: readonly WrappedColumn[] = [
  { table: 'second_factor', key: 'user_guid', column: 'secret_sealed', name: secondFactorName },
  { table: 'team_connection', key: 'guid', column: 'secret_sealed', name: teamConnectionName },
  { table: 'team_logo', key: 'guid', column: 'png_sealed', name: teamLogoName },
  { table: 'file', key: 'guid', column: 'password_sealed', name: documentPasswordName },
  { table: 'passkey', key: 'share_guid', column: 'key_sealed', name: passkeyName },
  { table: 'webhook', key: 'guid', column: 'secret_sealed', name: webhookName },
  { table: 'webhook', key: 'guid', column: 'old_secret_sealed', name: olderWebhookName },
  { table: 'audit_key', key: 'guid', column: 'seed_sealed', name: auditKeyName },
  { table: 'cloud_connection', key: 'guid', column: 'tokens_sealed', name: cloudTokensName },
  { table: 'lost_email', key: 'guid', column: 'content_sealed', name: lostEmailName },
  { table: 'cloud_revocation', key: 'guid', column: 'tokens_sealed', name: cloudTokensName },
  { table: 'cloud_copy', key: 'guid', column: 'form_sealed', name: cloudFormName },
]

/** Everything that the installation's key wrapped: a rotation has to rewrap each, and a check to open each. */
export const wrappedColumns: readonly WrappedColumn[] = [objectKeys, uploadKeys, ...sealedSecrets]

export function secondFactorName(userGuid: string): string {
  return `second_factor:${userGuid}`
}

export function teamConnectionName(guid: string): string {
  return `team_connection:${guid}`
}

export function teamLogoName(guid: string): string {
  return `team_logo:${guid}`
}

export function documentPasswordName(fileGuid: string): string {
  return `document_password:${fileGuid}`
}

export function passkeyName(shareGuid: string): string {
  return `passkey:${shareGuid}`
}

export function cloudTokensName(guid: string): string {
  return `cloud_connection:${guid}`
}

export function lostEmailName(guid: string): string {
  return `lost_email:${guid}`
}

export function cloudFormName(guid: string): string {
  return `cloud_copy:${guid}`
}

export function auditKeyName(guid: string): string {
  return `audit_key:${guid}`
}

export function webhookName(guid: string): string {
  return `webhook:${guid}`
}

/** The secret that a webhook had before, which still signs for a while. */
export function olderWebhookName(guid: string): string {
  return `webhook_old:${guid}`
}
