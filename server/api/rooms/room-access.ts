import { accessOf } from '#server/rooms/access/access-labels.ts'
import { accessIn, accessValues, type Access } from '#server/rooms/people/member-forms.ts'
import { roleOfMember, type MemberRow } from '#server/rooms/people/member-rows.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { dateGiven } from '#server/api/shares/share-options.ts'

/** What a call says about one member's access: role as a digit, end, print copies. */
export type AccessParameters = {
  role?: string | undefined
  ExpiryDate?: string | undefined
  AllowedPrint?: string | undefined
}

type Context = { version: RoomVersion; timeZone: string; now: number }

/** The access that a call requests; for an existing member, what it omits stays. Throws badForm. */
export function memberAccess(params: AccessParameters, context: Context, member?: MemberRow): Access {
  const before = member && accessOf(member)
  const shown = accessValues(before, context.timeZone)
  // If it equals what was answered, a group's role is the group's and not the member's own.
  const isAsGroup = member && params.role === String(roleOfMember(member))
  const form = {
    ...shown,
    ...(params.role !== undefined && !isAsGroup && { role: params.role }),
    ...endOf(params.ExpiryDate, before?.expiresAt ?? null, context.timeZone),
    ...(params.AllowedPrint !== undefined && { prints: params.AllowedPrint.trim().replace(/^-1$/, '') }),
  }
  const access = accessIn(form, { ...context, ...(before && { before }) })
  // A co-owner is in no group.
  return access.role === 5 ? { ...access, groupGuid: null } : access
}

function endOf(text: string | undefined, before: number | null, timeZone: string) {
  if (text === undefined || (before !== null && Date.parse(text) === before)) return {}
  if (text.trim() === '') return { endDate: '', endTime: '' }
  const { date, time } = dateGiven(text.trim(), timeZone)
  return { endDate: date, endTime: time }
}
