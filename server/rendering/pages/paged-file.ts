import type { FileKind } from '#server/rules/files/files.ts'
import type { FileKey } from '#server/storage/vault.ts'

/** A file whose pages are requested; `key` opens what is locked with a passkey, and its pages. */
export type PagedFile = { guid: string; objectGuid: string; kind: FileKind; key?: FileKey | null }
