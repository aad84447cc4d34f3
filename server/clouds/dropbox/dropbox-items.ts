import { z } from 'zod'
import { officeForms } from '#server/clouds/exported-name.ts'
import type { CloudExport, CloudItem } from '#server/clouds/provider.ts'
import { timeOf } from '#server/clouds/reading.ts'

export const metadata = z.object({
  '.tag': z.string().optional(),
  id: z.string().optional(),
  name: z.string(),
  size: z.number().optional(),
  client_modified: z.string().optional(),
  rev: z.string().optional(),
  content_hash: z.string().optional(),
  is_downloadable: z.boolean().optional(),
  symlink_info: z.unknown().optional(),
  export_info: z
    .object({ export_as: z.string().nullish(), export_options: z.array(z.string()).nullish() })
    .optional(),
})

/**
 * Nothing for what was deleted, for links to places on someone’s computer, and for documents that have no form that we
 * know, as those of Paper.
 */
export function itemsOf(one: z.output<typeof metadata>, namespace: string): CloudItem[] {
  const kind = one['.tag'] ?? 'file'
  if ((kind !== 'file' && kind !== 'folder') || !one.id || one.symlink_info) return []
  const isFile = kind === 'file'
  const isExported = isFile && one.is_downloadable === false
  const { exports, mediaType } = isExported ? exportsOf(one.export_info) : { exports: [], mediaType: null }
  if (isExported && exports.length === 0) return []
  return [
    {
      id: `${namespace}/${one.id}`,
      kind,
      name: one.name,
      bytes: isFile && !isExported ? (one.size ?? null) : null,
      modifiedAt: timeOf(one.client_modified),
      mediaType,
      exports,
      hash: isFile && !isExported && one.content_hash ? { kind: 'dropbox', value: one.content_hash } : null,
      revision: isFile ? (one.rev ?? null) : null,
      target: null,
    },
  ]
}

/** Documents of Google that are kept in Dropbox: they are named as at Google. */
function exportsOf(info: z.output<typeof metadata>['export_info']): Pick<CloudItem, 'exports' | 'mediaType'> {
  const type = [...officeForms].find(([, { ending }]) => info?.export_as === ending)?.[0] ?? null
  const exports: CloudExport[] = [
    ...(info?.export_options?.includes('pdf') ? (['pdf'] as const) : []),
    ...(type ? (['office'] as const) : []),
  ]
  return { exports, mediaType: type }
}
