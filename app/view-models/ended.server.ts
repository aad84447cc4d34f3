import { redirect } from '@remix-run/node'
import type { User } from '#server/accounts/users.ts'
import { provedEmails } from '#server/accounts/identity.ts'
import { extended } from '#server/rules/sharing/expiry.ts'
import { trashKept, isOverSince } from '#server/rules/sharing/trash.ts'
import { dateTime, zonedTime } from '#server/rules/text/format.ts'
import { hasFlag, Problem, problems, type ProblemName, type ProblemWith } from '#server/rules/problems.ts'
import type { ClosedRoom } from '#server/viewing/entry/entering.ts'
import type { ShareAccess } from '#server/viewing/access/share-access.ts'
import { href, routes } from '#app/routes.ts'
import type { EndedShown } from '#app/ui/ended.tsx'
import { doorBar, roomDoorBar } from './door.server.ts'
import type { RequestContext } from '#app/request/request-context.server.ts'
import { extraDays } from '#server/rules/sharing/requests.ts'
import { requestInstead, renderReason } from '#server/rules/files/render-reason.ts'

type Ended = ProblemWith<'endsReading'>

/**
 * Throws the page of a share, or of the room of a file, that is closed to its reader or cannot be shown: whose it was,
 * what happened, and where to go from here. Does nothing if something else keeps the reader away, or if the reader may
 * not know the sender.
 */
export async function leadFromEnd(
  context: RequestContext,
  problem: ProblemName,
  guid: string,
): Promise<void> {
  if (problem === 'notRecipient') await leadFromClosedRoom(context, guid)
  if (problem !== 'notRecipient' && !hasFlag(problem, 'endsReading')) return
  const { found } = await context.services.viewing.pages.look(await context.visitor.identity(), guid)
  if (!found || found.room) return
  leadToOwn(found)
  await tellEnd(context, problem, found)
}

/** Whoever sent it finds everything about it, and the way to the trash, at its own page. */
export function leadToOwn({ policyFacts, shareGuid }: ShareAccess): void {
  if (policyFacts.relationship === 'owner')
    throw redirect(href(routes.shares.details, { ShareGuid: shareGuid }), { status: 303 })
}

/** The same if the share was checked already. */
export async function tellEnd(
  context: RequestContext,
  problem: ProblemName,
  found: ShareAccess,
): Promise<void> {
  if (!hasFlag(problem, 'endsReading')) return
  leadToOwn(found)
  if (!knowsSender(found, problem)) return
  const { text, ...rest } = words[problem](found)
  const sender = await context.services.viewing.personalLinks.senderOf(found.shareGuid)
  throw await endedPage(context, problem, text, {
    ask: found.sender,
    door: doorBar(sender),
    ...rest,
    ...(canAskForTime(problem, found) && {
      moreTime: { to: href(routes.requests.access, { ShareGuid: found.shareGuid }), days: extraDays },
    }),
  })
}

/** Only a named person, whose access ended on a date, can be given more of it. */
export function canAskForTime(problem: ProblemName | null, found: ShareAccess): boolean {
  return problem === 'expired' && found.policyFacts.relationship === 'recipient' && found.isForPeople
}

/**
 * Throws the page of a room that is closed to one of its members, by its guid or that of something in it, or of what
 * is in its trash; does nothing if it is neither, and for strangers.
 */
export async function leadFromClosedRoom(context: RequestContext, guid: string): Promise<void> {
  const closed = await context.services.rooms.entering.closedTo(await context.visitor.identity(), guid)
  if (!closed) return leadFromItemTrash(context, guid)
  const { policyFacts, binnedAt, owner } = closed.room
  const isManager = policyFacts.relationship === 'owner' || policyFacts.relationship === 'co-owner'
  if (isManager && binnedAt !== null && binnedAt > isOverSince(context.now))
    throw await binnedPage(context, closed.room, binnedAt)
  // What its owner can no longer restore is gone.
  if (policyFacts.relationship === 'owner') return
  const { text, ...rest } = roomLabels[closed.problem](closed.room)
  throw await endedPage(context, closed.problem, text, { ask: owner, door: roomDoorBar(owner), ...rest })
}

/** Throws the page of something in the trash of a room, for those who find it there and can restore it. */
async function leadFromItemTrash(context: RequestContext, guid: string): Promise<void> {
  const identity = await context.visitor.identity()
  const item = await context.services.rooms.itemTrash.holding(identity, guid)
  if (!item) return
  const at = (time: number) => zonedTime(time, identity.user?.timeZone ?? 'UTC')
  const text = `“${item.name}” was moved to the trash of its data room on ${at(item.binned_at!)}, and no one can open it. You can restore it until ${at(item.binned_at! + trashKept)}. Then it’s deleted permanently.`
  throw await endedPage(context, 'killed', text, {
    title: `This ${item.kind} is in trash`,
    ask: null,
    door: null,
    subject: '',
    undo: { to: href(routes.rooms.itemTrash, { RoomGuid: item.room_guid }), label: 'Open trash' },
  })
}

/**
 * Throws the page of a share in the trash of its sender: until when it can be restored, and where. Does nothing for
 * anyone else's, and once its 30 days are over.
 */
async function leadFromTrash(context: RequestContext, user: User, guid: string): Promise<void> {
  const share = await context.services.shares.trash.find(user, guid)
  if (!share) return
  const at = (time: number) => zonedTime(time, user.timeZone)
  const text = `You moved “${share.name}” to trash on ${at(share.binned_at)}, and no one can open it. You can restore it until ${at(share.binned_at + trashKept)}. Then it’s deleted permanently.`
  throw await endedPage(context, 'killed', text, {
    title: 'This file is in trash',
    ask: null,
    door: null,
    subject: '',
    undo: { to: href(routes.shares.trash), label: 'Open trash' },
  })
}

/** A loader of the sender's own pages of a share, which leads from what is in the trash to the trash. */
export function orTrash<Here extends RequestContext<{ ShareGuid: string }> & { user: User }, T>(
  load: (context: Here) => Promise<T>,
): (context: Here) => Promise<T> {
  return (context) =>
    load(context).catch(async (error: unknown) => {
      if (error instanceof Problem && error.problem === 'notFound')
        await leadFromTrash(context, context.user, context.params.ShareGuid)
      throw error
    })
}

/**
 * A room in the trash, for people who manage it: what happened, until when it can be restored, and where or by whom.
 */
async function binnedPage(
  context: RequestContext,
  room: ClosedRoom['room'],
  binnedAt: number,
): Promise<Response> {
  const timeZone = (await context.visitor.user())?.timeZone ?? 'UTC'
  const at = (time: number) => zonedTime(time, timeZone)
  const isOwner = room.policyFacts.relationship === 'owner'
  const who = isOwner ? 'You' : room.owner.name
  const text = `“${room.name}” was moved to trash on ${at(binnedAt)}, and is closed to everyone. ${who} can restore it until ${at(binnedAt + trashKept)}. Then it’s deleted permanently, with its files.`
  return endedPage(context, 'roomClosed', text, {
    ask: isOwner ? null : room.owner,
    door: roomDoorBar(room.owner),
    subject: 'A data room in trash',
    ...(isOwner && { undo: { to: href(routes.rooms.trash), label: 'Open trash' } }),
  })
}

async function endedPage(
  context: RequestContext,
  problem: ProblemName,
  text: string,
  { ask, ...rest }: Omit<EndedShown, 'mine'>,
): Promise<Response> {
  const whom = ask && { name: ask.name, email: ask.email }
  const ended: EndedShown = { ...rest, ask: whom, mine: await ownFiles(context) }
  return Response.json({ problem, text, ended }, { status: problems[problem].http })
}

/**
 * People named on the share, and those who read it by a link, have seen the sender's name. Someone who opens the link
 * after the end has not, and learns nothing more about it.
 */
function knowsSender(
  { policyFacts: { relationship, isOpened } }: ShareAccess,
  problem: ProblemName,
): boolean {
  return (
    relationship === 'recipient' ||
    (relationship === 'link visitor' && (isOpened || problem === 'renderError'))
  )
}

type EndedMessage = { text: string; subject: string; wanted?: 'access' | 'more time' }
type MessageFor = (found: ShareAccess) => EndedMessage

const words: Record<Ended, MessageFor> = {
  killed: ({ sender }) => ({
    text: `${sender.name} stopped sharing this file.`,
    subject: 'Access to a file you stopped sharing',
    wanted: 'access',
  }),
  expired: ({ policyFacts }) => ({
    text: `Access to this file ended on ${dateTime(endOf(policyFacts), 'UTC')} UTC.`,
    subject: 'More time for a file you shared',
    wanted: 'more time',
  }),
  destructed: () => ({
    text: 'The time to view this file has ended: it has self-destructed.',
    subject: 'More time for a file you shared',
    wanted: 'more time',
  }),
  // No other step comes before this for a reader: the name is on the page of the file, too.
  renderError: ({ file: { name, renderError }, sender }) => ({
    text: `“${name}” can’t be displayed: ${renderReason(renderError)}. Ask ${sender.name} for ${requestInstead(renderError)}.`,
    subject: 'A file you shared can’t be displayed',
  }),
  // Only people who can only read encounter this, and its sender was notified in the same request.
  viewNotAllowed: ({ file: { name }, sender }) => ({
    text: `“${name}” can only be downloaded, and you have view-only access, so you can’t open it. We’ve told ${sender.name}.`,
    subject: 'A view-only file that I can’t open',
  }),
}

const roomLabels: Record<ClosedRoom['problem'], (room: ClosedRoom['room']) => EndedMessage> = {
  roomClosed: () => ({
    text: 'This data room is closed.',
    subject: 'Access to your data room',
    wanted: 'access',
  }),
  roomExpired: () => ({
    text: 'Your access to this data room has ended.',
    subject: 'More time in your data room',
    wanted: 'more time',
  }),
  memberSuspended: ({ owner }) => ({
    text: `Your access to this data room is suspended. ${owner.name} can restore it.`,
    subject: 'Access to your data room',
    wanted: 'access',
  }),
}

function endOf(facts: ShareAccess['policyFacts']): number {
  const { expiresAt, ownEndsAt, destructSeconds } = extended(facts)
  const shared = destructSeconds === 0 ? expiresAt : null
  return Math.min(shared ?? Infinity, ownEndsAt ?? Infinity)
}

/** Where someone who is known here finds what else was shared. */
async function ownFiles({ visitor }: RequestContext): Promise<EndedShown['mine']> {
  const identity = await visitor.identity()
  if (identity.user) return { to: href(routes.received.index), label: 'Received files' }
  return provedEmails(identity).length > 0
    ? { to: href(routes.received.reader), label: 'Files shared with me' }
    : null
}
