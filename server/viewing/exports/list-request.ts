import type { AuditGroup, Topic } from '#server/events/events.ts'
import type { ExportFormat, ListName } from '#server/rules/product/exported-lists.ts'

/** Person in lower case; times in epoch milliseconds, `to` not included. What a list does not know is not asked. */
export type ListFilter = {
  person: string | null
  topic: Topic | AuditGroup | null
  from: number | null
  to: number | null
  version: number | null
}

/** A list that someone asks for; `of` names the share or the room, if it is of one. */
export type ListRequest = { list: ListName; of: string | null; filter: ListFilter }
export type ExportRequest = ListRequest & { format: ExportFormat }
