import type { ProblemName } from '#server/rules/problems.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import type { OwnRequest } from '#server/shares/requests/own-requests.ts'
import type { ItemVisit, OwnRoomRecord } from '#server/tracking/rooms/room-records.ts'
import type { PersonalRecord } from '#server/tracking/tracking.ts'
import type { AcceptedTerms } from './accepted-rows.ts'

/** A record other than a visit, of a share, a room or one of its items. */
export type OwnRecord = (PersonalRecord & { subjectGuid: string }) | OwnRoomRecord

/** What is recorded about someone. */
export type Receipt = {
  of: { share: string } | { room: string; version: RoomVersion }
  /** The name of the file or the room, or null if the policy would not show it now. */
  name: string | null
  /** Why it cannot be opened now, or null. */
  refusal: ProblemName | null
  owner: { name: string; email: string }
  /** The confirmed addresses with which things are recorded. */
  emails: string[]
  /** Visits of the share, or of files in the room; `isCut` if there are more than the latest. */
  records: { visits: ItemVisit[]; others: OwnRecord[]; isCut: boolean }
  /** The names of those items of the room that the member can see now. */
  names: ReadonlyMap<string, string>
  accepted: AcceptedTerms[]
  /** What the reader requested from the owner of the share, the newest first. */
  requests: OwnRequest[]
}
