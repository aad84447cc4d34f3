import type { FileTable } from './file-tables.ts'

/** A file that arrives in several requests. Its guid is that of its object, and becomes the file's. */
export interface UploadTable {
  guid: string
  /** Whose storage it takes. */
  owner_guid: string
  /** The room that it is for, the folder, and who uploads it; null for shares. */
  room_guid: string | null
  parent_guid: string | null
  brought_by: string | null
  name: string
  size: number
  /** As announced by the client, in hexadecimal. */
  sha256: string | null
  /** Known once the first bytes have arrived. */
  kind: FileTable['kind'] | null
  media_type: string | null
  /** Bytes that need not be sent again: those sealed in whole frames, and the rest. */
  received: number
  sealed: number
  /** Of the sealed ones. */
  crc32: number
  /** The bytes that fill no frame yet, sealed, in base64. */
  rest: string | null
  /** What the store needs to go on. */
  mark: string
  /** Of the object, in hexadecimal. */
  header: string
  /** Null once it is a file. */
  wrapped_key: string | null
  created_at: number
  ends_at: number
  finished_at: number | null
  /** The request that appends to it, and until when unless it renews that. */
  held_by: string | null
  held_until: number
}
