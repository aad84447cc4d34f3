import { z } from 'zod'
import { readMoment } from '#server/rules/sharing/expiry.ts'
import { maxMessageLength, maxPrints, rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxGroupNameLength } from '#server/rules/rooms/room-people.ts'
import { rolesToGive, type Role, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { printsIn } from '#server/rules/rooms/room-people.ts'
import { dateValues } from '#server/shares/sending/form-values.ts'
import { localDate, localTime } from '#server/rules/sharing/expiry.ts'

const dateText = z.string().max(40, 'Enter a date like 2027-03-01.').optional()
const timeText = z.string().max(20, 'Enter a time like 17:30.').optional()
const box = z.string().max(10).optional()
const guid = z.string().max(100)

/** What one person gets: role, group, time, copies. Text browsers post nothing for an untouched choice. */
const accessFields = {
  role: z.string({ error: 'Choose a role.' }).max(2, 'Choose a role.'),
  group: guid.optional(),
  startDate: dateText,
  startTime: timeText,
  endDate: dateText,
  endTime: timeText,
  prints: z.string().max(10, `Enter a whole number from 0 to ${maxPrints}.`).optional(),
}

export const addMembersForm = z.object({
  ...accessFields,
  people: z
    .string({ error: 'Enter at least one email address.' })
    .max(50_000, 'That list is too long. Add up to 100 addresses at a time.'),
  onlySome: box,
  notify: z.enum(['yes', 'no']).catch('yes'),
  message: z
    .string()
    .max(10 * maxMessageLength, `Shorten the message to ${maxMessageLength} characters or fewer.`)
    .optional(),
})
export type AddMembersForm = z.output<typeof addMembersForm>

/** The same for one person, with the state that was seen. */
export const changeMemberForm = z.object({ ...accessFields, seen: z.string().max(300) })

export const memberActs = [
  'Suspend',
  'Restore access',
  'Send invitation again',
  'Add to group',
  'Remove …',
] as const
const chosen = z
  .array(guid)
  .min(1, 'Select at least one member.')
  .max(rowsOnScreen, `Select up to ${rowsOnScreen} members at once.`)
export const memberBulkForm = z.object({ member: chosen, act: z.enum(memberActs), group: guid.optional() })
export const chosenMembersForm = z.object({ member: chosen })

/** Addresses of people of the room. */
export const groupPeopleForm = z.object({
  people: z
    .string({ error: 'Enter at least one email address.' })
    .max(50_000, 'That list is too long. Enter up to 100 addresses at a time.'),
})
export const outOfGroupForm = z.object({ member: chosen })

const groupFields = {
  name: z.string({ error: 'Enter a group name.' }).max(10 * maxGroupNameLength, 'Shorten the name.'),
  role: z.enum(['1', '2', '3', '4'], 'Choose a role.').transform((value) => Number(value) as 1 | 2 | 3 | 4),
  prints: accessFields.prints,
}
export const makeGroupForm = z.object(groupFields)
export const changeGroupForm = z.object({ ...groupFields, seen: z.string().max(2000) })

export type AccessForm = {
  role: string
  group?: string | undefined
  startDate?: string | undefined
  startTime?: string | undefined
  endDate?: string | undefined
  endTime?: string | undefined
  prints?: string | undefined
}

/** What someone can do in a room, and from when until when (epoch ms). */
export type Access = {
  role: Role
  groupGuid: string | null
  allowedPrint: number
  startsAt: number | null
  expiresAt: number | null
}

type Context = { version: RoomVersion; timeZone: string; now: number; before?: Access }

/** The access that a form requests; an unchanged time stays. Throws a Problem on the field at fault. */
export function accessIn(form: AccessForm, { version, timeZone, now, before }: Context): Access {
  const role = rolesToGive(version).find((one) => String(one) === form.role)
  if (role === undefined) throw new Problem('badForm', { field: 'role', text: 'Choose a role.' })
  const allowedPrint = copiesIn(form.prints)
  const shown = accessValues(before, timeZone)
  const startsAt = isLeft(form, shown, 'start')
    ? (before?.startsAt ?? null)
    : momentIn(form, 'start', timeZone, now)
  const expiresAt = isLeft(form, shown, 'end')
    ? (before?.expiresAt ?? null)
    : momentIn(form, 'end', timeZone, now)
  if (startsAt !== null && expiresAt !== null && expiresAt <= startsAt)
    throw new Problem('badForm', { field: 'endDate', text: 'The end date must be after the start date.' })
  return { role, groupGuid: form.group?.trim() || null, allowedPrint, startsAt, expiresAt }
}

/** Print copies of each document as entered in a form; -1 is not set. Throws a Problem on the field. */
export function copiesIn(typed = ''): number {
  const count = printsIn(typed)
  if (count !== null) return count
  const text = `Enter a whole number from 0 to ${maxPrints}, or leave empty.`
  throw new Problem('badForm', { field: 'prints', text })
}

/** The values of the fields for one person's access. */
export function accessValues(access: Access | undefined, timeZone: string) {
  const none = { expiryDate: '', expiryTime: '' }
  const { startsAt, expiresAt } = access ?? { startsAt: null, expiresAt: null }
  const end = expiresAt === null ? none : dateValues(expiresAt, timeZone)
  const startTime = startsAt === null ? '' : localTime(startsAt, timeZone)
  return {
    role: access ? String(access.role) : '',
    group: access?.groupGuid ?? '',
    prints: access === undefined || access.allowedPrint < 0 ? '' : String(access.allowedPrint),
    startDate: startsAt === null ? '' : localDate(startsAt, timeZone),
    startTime: startTime === '00:00' ? '' : startTime,
    endDate: end.expiryDate,
    endTime: end.expiryTime,
  }
}

type Edge = 'start' | 'end'
type Shown = ReturnType<typeof accessValues>

function isLeft(form: AccessForm, shown: Shown, edge: Edge): boolean {
  return (['Date', 'Time'] as const).every(
    (part) => (form[`${edge}${part}`] ?? '').trim() === shown[`${edge}${part}`],
  )
}

function momentIn(form: AccessForm, edge: Edge, timeZone: string, now: number): number | null {
  const [date, time] = [(form[`${edge}Date`] ?? '').trim(), (form[`${edge}Time`] ?? '').trim()]
  if (date === '' && time === '') return null
  const read = readMoment({ date, time, timeZone }, edge === 'start' ? 'beginning' : 'end', now)
  if ('at' in read) return read.at
  throw new Problem('badForm', {
    field: read.field === 'date' ? `${edge}Date` : `${edge}Time`,
    text: read.refused,
  })
}
