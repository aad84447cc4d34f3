import type { Generated } from 'kysely'
import type { Flag } from '../flag.ts'

/** A backup or a check of the installation, and what it found. */
export interface OperationTable {
  guid: string
  kind: 'backup' | 'verify'
  /** The operator who asked for it; null for a command. */
  asked_by: string | null
  started_at: number
  /** Null while it runs. */
  finished_at: number | null
  has_failed: Flag | null
  /** JSON list of lines, for people. */
  report: string
}

/** An email that could not be delivered: whose, never what it said. */
export interface LostEmailTable {
  guid: string
  email: string
  reason: string
  failed_at: number
  /** The payload of its job, wrapped as `lost_email:guid`; null if it can't be sent again. */
  content_sealed: Generated<string | null>
}
