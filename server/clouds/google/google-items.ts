import { z } from 'zod'
import { officeForms } from '#server/clouds/exported-name.ts'
import type { CloudExport, CloudItem } from '#server/clouds/provider.ts'
import { timeOf } from '#server/clouds/reading.ts'

const own = 'application/vnd.google-apps.'
export const fileFields =
  'id,name,mimeType,size,modifiedTime,md5Checksum,sha256Checksum,headRevisionId,shortcutDetails(targetId)'

export const file = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  name: z.string(),
  mimeType: z.string(),
  size: z.string().regex(/^\d+$/).optional(),
  modifiedTime: z.string().optional(),
  md5Checksum: z.string().optional(),
  sha256Checksum: z.string().optional(),
  headRevisionId: z.string().optional(),
  shortcutDetails: z.object({ targetId: z.string().optional() }).optional(),
})
type File = z.output<typeof file>

/** Nothing for what is neither a file nor can be exported as one, as forms, sites and maps. */
export function itemsOf(one: File): CloudItem[] {
  const isFolder = one.mimeType === `${own}folder`
  const target = one.mimeType === `${own}shortcut` ? (one.shortcutDetails?.targetId ?? null) : null
  const exports = exportsOf(one.mimeType)
  const isFile = !one.mimeType.startsWith(own)
  if (!isFolder && !isFile && target === null && exports.length === 0) return []
  return [
    {
      id: one.id,
      kind: isFolder ? 'folder' : 'file',
      name: one.name,
      bytes: isFile && one.size !== undefined ? Number(one.size) : null,
      modifiedAt: timeOf(one.modifiedTime),
      mediaType: isFolder ? null : one.mimeType,
      exports,
      hash: isFile ? hashOf(one) : null,
      revision: isFolder || target !== null ? null : (one.headRevisionId ?? one.modifiedTime ?? null),
      target,
    },
  ]
}

function exportsOf(mimeType: string): CloudExport[] {
  if (officeForms.has(mimeType)) return ['pdf', 'office']
  return mimeType === `${own}drawing` ? ['pdf'] : []
}

function hashOf({ md5Checksum: md5, sha256Checksum: sha256 }: File): CloudItem['hash'] {
  if (sha256) return { kind: 'sha256', value: sha256.toLowerCase() }
  return md5 ? { kind: 'md5', value: md5.toLowerCase() } : null
}
