import type { CloudName } from '#server/rules/files/clouds.ts'
import type { GeneratedFlag } from '#server/db/tables/flag.ts'

/** Of what in someone’s cloud storage a file is a copy. */
export interface CloudOriginTable {
  file_guid: string
  /** Whose cloud storage it is. */
  user_guid: string
  cloud: CloudName
  /** As the provider names it. */
  item_id: string
  export_as: 'pdf' | 'office'
  revision: string | null
  /** Whether it is looked every day whether there is a new version. */
  is_daily: GeneratedFlag
  checked_at: number
  /** What the last look found. */
  note: string
}
