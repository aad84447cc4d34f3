import type { GeneratedFlag } from './flag.ts'

/** A file that was or is shown under a share's link; `number` counts from 1. */
export interface ShareVersionTable {
  share_guid: string
  number: number
  file_guid: string
  created_at: number
  /** Whether it is to be shown as soon as its pages are ready. */
  is_waiting: GeneratedFlag
}

/** What is kept about a version whose file is no longer stored. */
export interface RemovedVersionTable {
  share_guid: string
  number: number
  name: string
  /** Bytes. */
  size: number
  page_count: number
  created_at: number
  removed_at: number
}
