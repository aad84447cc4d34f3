import { z } from 'zod'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { roles, type Role } from '#server/rules/rooms/room-roles.ts'
import { seenOf } from '#server/rooms/access/access-labels.ts'
import { memberAccess, type AccessParameters } from './room-access.ts'
import { roleOfMember, type MemberRow } from '#server/rooms/people/member-rows.ts'
import type { OwnRules } from '#server/rooms/rights/granting.ts'
import type { MemberPage } from '#server/rooms/people/members.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ReadingTime } from '#server/tracking/tracking.ts'
import { isoTime } from '#server/api/present.ts'
import { outcomeOf, problemOnly } from '#server/api/changing.ts'
import { listIn, maxPerCall } from '#server/api/shares/lists.ts'
import { inBothVersions, inVersion, roomAt, type RoomInput } from './room-calls.ts'
import {
  changesTo,
  indexesOf,
  readPermission,
  rulesText,
  type Rules,
  type RulesParameters,
} from './room-indexes.ts'
import { permissionOf, timeFields } from './room-present.ts'
import { pageIn } from './rooms.ts'
import { untold } from '#server/api/shares/shares.ts'
import { call, optionalText, type Entity } from '#server/api/table.ts'

const text = z.string().default('')
const oldForm = z.object({
  RootGuid: optionalText,
  ShareGuid: optionalText,
  UserEmail: z.string(),
  Permission: optionalText,
  ExpiryDate: optionalText,
})
const newForm = z.object({
  ShareGuid: z.string(),
  UserEmail: z.string(),
  PermissionIndex: optionalText,
  InaccessibleIndex: optionalText,
  ExpiryDate: optionalText,
  AllowedPrint: optionalText,
})
const linkForm = z.object({ RootGuid: z.string(), RecipientEmails: z.string(), Message: text })

/** The people of a room, for its owner and co-owners. */
export const roomPeopleCalls = [
  ...inBothVersions('GET', 'folder/manage/user', { scope: 'read', run: listPeople }),
  ...inVersion(1, 'POST', 'folder/manage/user', {
    scope: 'rooms',
    form: oldForm,
    run({ form, ...input }) {
      const { RootGuid, ShareGuid, UserEmail, Permission, ExpiryDate } = form
      // Calls that remove someone use ShareGuid, in either version.
      if (RootGuid === undefined && ShareGuid !== undefined) return remove(input, ShareGuid, UserEmail)
      if (RootGuid === undefined)
        throw new Problem('badForm', { field: 'RootGuid', text: 'RootGuid is missing.' })
      const role = Permission === undefined ? undefined : roleCalled(Permission)
      return change(input, { guid: RootGuid, email: UserEmail }, { role, ExpiryDate }, noRuleParameters)
    },
  }),
  ...inVersion(2, 'POST', 'folder/manage/user', {
    scope: 'rooms',
    form: newForm,
    run({ form, ...input }) {
      const { ShareGuid, UserEmail, PermissionIndex, InaccessibleIndex: hidden, ...rest } = form
      const isRemoval = [PermissionIndex, hidden, ...Object.values(rest)].every(
        (field) => field === undefined,
      )
      if (isRemoval) return remove(input, ShareGuid, UserEmail)
      const read = PermissionIndex === undefined ? null : readPermission(PermissionIndex)
      const access = { ...rest, role: read?.role }
      return change(input, { guid: ShareGuid, email: UserEmail }, access, {
        rights: read?.rights ?? null,
        hidden,
      })
    },
  }),
  ...inBothVersions('POST', 'folder/send/link', { scope: 'rooms', form: linkForm, run: sendLink }),
  ...(['shares', 'folder'] as const).map((area) =>
    call(`GET /v1/${area}/checkmember/{Email}/{RootGuid}`, {
      scope: 'read',
      async run({ services, identity, parameters }) {
        const { Email, RootGuid } = parameters
        const email = emailAddress(Email) ?? Email
        const known = await services.rooms.members.guidsOf(identity, RootGuid, [email]).catch(nobodyOfProblem)
        return known ? { IsMember: known.has(email) } : untold
      },
    }),
  ),
]

const noRuleParameters: RulesParameters = { rights: null, hidden: undefined }

type RequestDraft = Omit<RoomInput, 'form'>

async function listPeople(input: RoomInput): Promise<Entity> {
  const { services, identity, request } = input
  const { searchParams } = new URL(request.url)
  const guid = searchParams.get('ShareGuid') ?? searchParams.get('RootGuid') ?? ''
  const { guid: roomGuid } = await roomAt(input, guid)
  const page = pageIn(request)
  const range = { page, pageSize: rowsOnScreen }
  const { room, people, times, total } = await services.rooms.members.list(identity, roomGuid, range)
  const Members =
    room.version === 1
      ? people.map((one) => oldEntity(one, times))
      : await withRules(input, room, { people, times })
  return { Members, TotalCount: total, Page: page, PageSize: rowsOnScreen }
}

type Times = MemberPage['times']
type KnownMember = MemberPage['people'][number]

function oldEntity(member: KnownMember, times: Times) {
  return {
    RecipientUserGuid: member.user_guid,
    UserEmail: member.email,
    UserName: member.name,
    Permission: permissionOf(roleOfMember(member)),
    ...timesOf(member, times.get(member.guid)),
  }
}

function timesOf(member: MemberRow, time: ReadingTime | undefined) {
  return {
    ExpiryDate: member.expires_at === null ? null : isoTime(member.expires_at),
    AddedTime: isoTime(member.added_at),
    LastAccessedTime: member.entered_at === null ? null : isoTime(member.entered_at),
    NumberOfSession: member.session_count,
    ...timeFields(time),
    IsSuspended: member.suspended_at !== null,
  }
}

async function withRules(
  { services }: RequestDraft,
  room: RoomAccess,
  { people, times }: Pick<MemberPage, 'people' | 'times'>,
) {
  const { tree, rules } = await services.rooms.rights.whole(room)
  const indexes = indexesOf(tree)
  return people.map((member) => ({
    RecipientUserGuid: member.user_guid,
    RecipientEmail: member.email,
    RecipientName: member.name,
    ...rulesText(roleOfMember(member), rules.get(member.guid) ?? noRules, indexes),
    GroupName: member.group_name,
    AllowedPrint: member.allowed_print,
    ...timesOf(member, times.get(member.guid)),
  }))
}

const noRules: Rules = new Map()

async function remove(input: RequestDraft, guid: string, typed: string): Promise<Entity> {
  const { services, identity } = input
  const room = await roomAt(input, guid)
  const { email, memberGuid } = await memberCalled(input, room.guid, typed)
  if (memberGuid === undefined) throw new Problem('notFound')
  await services.rooms.membership.remove(identity, room.guid, memberGuid)
  return { ShareGuid: room.guid, UserEmail: email, IsRemoved: true }
}

/** Adds someone, or makes access and rules what the call says; what it omits stays. */
async function change(
  input: RequestDraft,
  { guid, email: typed }: { guid: string; email: string },
  access: AccessParameters,
  rules: RulesParameters,
): Promise<Entity> {
  const { services, identity, user, client } = input
  const room = await roomAt(input, guid)
  const { email, memberGuid } = await memberCalled(input, room.guid, typed)
  const context = { version: room.version, timeZone: user.timeZone, now: services.clock() }
  const answered = { ShareGuid: room.guid, UserEmail: email }
  if (memberGuid === undefined) {
    const wanted = memberAccess(access, context)
    requireNoRulesOfOwners(wanted.role, rules)
    const plan = await planRules(input, room, noRules, rules)
    const people = { pasted: email, access: wanted, seesNothingYet: false, willBeTold: false, message: '' }
    const line = await services.rooms.granting.add(identity, room.guid, { people, rules: plan, client })
    if (line?.outcome !== 'added') throw notAdded(line?.outcome)
    return { ...answered, IsAdded: true }
  }
  const { member } = await services.rooms.members.find(identity, room.guid, memberGuid)
  const wanted = memberAccess(access, context, member)
  requireNoRulesOfOwners(wanted.role, rules)
  const before =
    room.version === 2 ? (await services.rooms.rights.whole(room)).rules.get(memberGuid) : undefined
  const plan = await planRules(input, room, before ?? noRules, rules)
  await services.rooms.granting.change(identity, room.guid, memberGuid, {
    wanted: { access: wanted, seen: seenOf(member) },
    rules: plan,
    client,
  })
  return { ...answered, IsAdded: false }
}

async function planRules(
  { services }: RequestDraft,
  room: RoomAccess,
  before: Rules,
  rules: RulesParameters,
): Promise<OwnRules> {
  if (room.version === 1) return []
  const { tree } = await services.rooms.rights.whole(room)
  return changesTo(before, rules, indexesOf(tree))
}

function requireNoRulesOfOwners(role: Role, { rights, hidden }: RulesParameters): void {
  const isSaid = (rights?.size ?? 0) > 0 || listIn(hidden ?? '', 'InaccessibleIndex').length > 0
  if (role === roles.coOwner && isSaid) throw new Problem('rightsOfOwners')
}

function notAdded(outcome: string | undefined): Problem {
  if (outcome === 'owner') return new Problem('ownerStays')
  if (outcome === 'not in team') return new Problem('coOwnerNotInTeam')
  if (outcome === 'already') return new Problem('memberChanged')
  return new Problem('badForm', { field: 'people', text: 'That isn’t an email address.' })
}

/** Throws badForm for what is not an address, and what the policy says to anyone who does not manage the room. */
async function memberCalled(
  { services, identity }: RequestDraft,
  roomGuid: string,
  typed: string,
): Promise<{ email: string; memberGuid: string | undefined }> {
  const email = emailAddress(typed)
  const guids = await services.rooms.members.guidsOf(identity, roomGuid, [email ?? typed])
  if (email === null) throw notAdded('no address')
  return { email, memberGuid: guids.get(email) }
}

/** Sends invitations to members; inviting someone who is not a member does not make them one. */
async function sendLink(input: RoomInput<string, z.output<typeof linkForm>>): Promise<Entity> {
  const { services, identity, form } = input
  const room = await roomAt(input, form.RootGuid)
  const typed = listIn(form.RecipientEmails, 'RecipientEmails')
  if (typed.length === 0) throw new Problem('recipientsMissing')
  if (typed.length > maxPerCall) throw new Problem('recipientsOverSubmission')
  const emails = typed.map((one) => emailAddress(one) ?? one)
  const guids = await services.rooms.members.guidsOf(identity, room.guid, emails)
  const Members: Entity[] = []
  for (const email of emails) {
    const guid = guids.get(email)
    const problem = guid
      ? await services.rooms.membership
          .invite(identity, room.guid, guid, form.Message)
          .then(() => null, problemOnly)
      : new Problem('notFound')
    if (problem?.problem === 'textRefused') throw problem
    Members.push({ UserEmail: email, ...outcomeOf(problem) })
  }
  const done = Members.filter(({ StatusCode }) => StatusCode === 20000).length
  return { Members, TotalCount: Members.length, DoneCount: done, RecipientsCount: done }
}

function roleCalled(permission: string): string {
  const role = rolesByName[permission.trim().toLowerCase().replace('-', '')]
  if (role !== undefined) return String(role)
  throw new Problem('badForm', { text: 'Permission is Viewer, Contributor or Coowner.' })
}

const rolesByName: Partial<Record<string, Role>> = {
  viewer: roles.download,
  contributor: roles.contributor,
  coowner: roles.coOwner,
}

function nobodyOfProblem(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}
