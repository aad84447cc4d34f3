import type { User } from '#server/accounts/users.ts'
import { itemNamed } from '#server/clouds/copying/document-url.ts'
import type { Cloud } from '#server/clouds/provider.ts'
import { cloudOfSource, type CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Uploader } from '#server/uploads/resumable/resumable.ts'

/** How a call names a file in cloud storage. */
export type CloudFields = { Source: string; DocumentUrl: string; SourceTokens: string; MimeType: string }

/**
 * Copies the file that a call names from the cloud storage of its user, and returns its guid; null where its Source is
 * none. Throws badForm for what names no item of that storage, cloudNotOffered, cloudDisconnected, and what copying
 * throws.
 */
export async function fromCloud(
  services: Services,
  user: User,
  form: CloudFields,
  uploader: () => Promise<Uploader>,
): Promise<string | null> {
  const name = cloudOfSource(form.Source)
  if (name === null) return null
  const id = itemNamed(name, form.DocumentUrl)
  const cloud = await opened(services, user, name, form.SourceTokens)
  const exportAs = /officedocument|msword|ms-excel|ms-powerpoint/.test(form.MimeType) ? 'office' : 'pdf'
  return services.clouds.fetching.fetch({ cloud, id, uploader: await uploader(), exportAs })
}

/** With the token of the call, which is used for it only; otherwise with those that its user has connected. */
async function opened(services: Services, user: User, name: CloudName, tokens: string): Promise<Cloud> {
  const { connections } = services.clouds
  if (tokens === '') return connections.open(user, name)
  const token = tokenIn(tokens)
  const connected = await connections.list(user)
  return connected.some(({ guid, cloud }) => cloud === name && guid === token)
    ? connections.open(user, name)
    : connections.openWith(name, token)
}

function tokenIn(text: string): string {
  const token = text.trim().startsWith('{') ? fieldIn(text) : text.trim()
  // A header has nothing else.
  if (!/^[\x21-\x7e]{1,4000}$/.test(token))
    throw new Problem('badForm', { text: 'SourceTokens is a TokenValue, or an object that has one.' })
  return token
}

function fieldIn(text: string): string {
  try {
    const { TokenValue } = JSON.parse(text) as { TokenValue?: unknown }
    return typeof TokenValue === 'string' ? TokenValue : ''
  } catch {
    return ''
  }
}
