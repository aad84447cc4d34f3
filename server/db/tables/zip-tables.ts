import type { Flag, GeneratedFlag } from './flag.ts'

/** Several files that one person downloads as one archive, or in parts; kept for three days. */
export interface ZipTable {
  guid: string
  /** Whose it is: the guid of an account, or the address that a reader confirmed. */
  person: string
  user_guid: string | null
  reader_email: string | null
  /** The data room that all of its files are in; null for shares. */
  room_guid: string | null
  /** yyyyMMdd, in UTC. */
  job_date: string
  /** 8 hex digits. */
  batch: string
  /** The archive's name, without its ending. */
  name: string
  /** JSON list of the first files that are not in it, with their names and the Problems why. */
  left_out: string
  left_out_count: number
  wants_email: GeneratedFlag
  /** Who asked for it, as the watermark says. */
  ip: string
  user_agent: string
  created_at: number
  /** When everything in it was known and stored; from then on it does not change. */
  ready_at: number | null
  /** When its preparation was given up. */
  failed_at: number | null
}

export interface ZipPartTable {
  zip_guid: string
  /** From 1. */
  number: number
  files: number
  /** Bytes of the archive. */
  size: number
  /** When the first of it was sent, and from where it was requested last. */
  fetched_at: number | null
  ip: string | null
  user_agent: string | null
  /** When the end of it had been sent. */
  completed_at: number | null
}

export interface ZipEntryTable {
  zip_guid: string
  /** Its order in the archive, from 0. */
  number: number
  /** Null while the archive is prepared, and for a file that could not be. */
  part: number | null
  /** The share, or the item of a room; null for an index of the archive. */
  share_guid: string | null
  /** Null for an index, and for an empty folder. */
  file_guid: string | null
  version: number
  /** The visit to which its download belongs; null for the owner. */
  visit_guid: string | null
  /** Who downloads it, as it is recorded; null if it is not. */
  actor: string | null
  /**
   * JSON list of folders and name as they are in the room, until it is ready; then the path in the archive. The name of
   * a folder is empty, so that its path ends with a slash.
   */
  path: string
  is_marked: Flag
  /** What is sent; null until a copy is stored, and for a folder. */
  object_guid: string | null
  size: number
  crc32: number
  sha256: string | null
  modified_at: number
  /** The Problem for which it is not in the archive. */
  error: string | null
  /** When its first bytes went out: from then on it counts as downloaded. */
  sent_at: number | null
  recorded_at: number | null
}
