import type { FileKind } from '#server/rules/files/files.ts'
import type { PagedFile } from './paged-file.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import type { DocumentPasswords } from '#server/rendering/pdf/document-passwords.ts'
import { RenderError, type SourceKind } from '#server/rendering/types.ts'

export type PageSource = {
  objectGuid: string
  kind: SourceKind
  /** The document's own password, if its sender gave it. */
  password: string | null
}

export type SourceDeps = { conversions: Conversions; passwords: DocumentPasswords }

/** Whether the pages are rendered from the file itself, not from a conversion, except for some kinds of images. */
export function isDrawnItself(kind: FileKind): kind is SourceKind {
  return kind === 'pdf' || kind === 'image' || kind === 'text'
}

/** What the pages of a file are rendered from: itself, or its conversion. Throws RenderError if there is nothing. */
export async function pageSource(
  { conversions, passwords }: SourceDeps,
  file: PagedFile,
): Promise<PageSource> {
  const { kind, objectGuid } = file
  if (kind === 'pdf') return { objectGuid, kind, password: await passwords.find(file.guid) }
  const made = kind === 'text' ? null : await conversions.find(file.guid, 'pages')
  if (!made && isDrawnItself(kind)) return { objectGuid, kind, password: null }
  if (!made) throw new RenderError('unsupported', `nothing was made of this ${kind} file`)
  return {
    objectGuid: made.objectGuid,
    kind: made.mediaType === 'application/pdf' ? 'pdf' : 'text',
    password: null,
  }
}
