import { noConverter, type FileKind } from '#server/rules/files/files.ts'
import type { Findings } from './findings.ts'
import { RenderError } from '#server/rendering/types.ts'

export type PreparedFile = {
  guid: string
  objectGuid: string
  name: string
  mediaType: string
  /** Bytes. */
  size: number
  showsChanges?: boolean
}

/**
 * Makes from a file what is needed to show it, and stores it in `Conversions`. Throws RenderError if the file is at
 * fault or takes too much, any other error if a retry may help.
 */
export type Preparation = (file: PreparedFile) => Promise<Findings | void>

/** What this installation can prepare; a kind that needs preparation and is not here cannot be shown. */
export type Preparations = Partial<Record<FileKind, Preparation>>

const needPreparation: ReadonlySet<FileKind> = new Set(['office', 'sheet', 'mail', 'media'])

/** Whether files of a kind can be shown at all with what there is. */
export function canPrepare(preparations: Preparations, kind: FileKind): boolean {
  return kind !== 'other' && (!needPreparation.has(kind) || preparations[kind] !== undefined)
}

/** Does what comes before the pages, and answers what was found. Throws RenderError. */
export async function prepare(
  preparations: Preparations,
  kind: FileKind,
  file: PreparedFile,
): Promise<Findings> {
  if (kind === 'image') return (await preparations.image?.(file)) ?? {}
  if (!needPreparation.has(kind)) return {}
  const preparation = preparations[kind]
  if (!preparation) throw new RenderError(noConverter, `nothing here makes pages of ${kind} files`)
  return (await preparation(file)) ?? {}
}
