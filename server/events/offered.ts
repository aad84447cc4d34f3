import type { AnyKind } from './kinds.ts'

/** How a kind is offered to other programs: its public name by what its subject is, and what they get of its detail. */
type Offer = {
  share?: string
  room?: string
  account?: string
  team?: string
  detail?: readonly string[]
}

/**
 * A column of the table of kinds: what webhooks and polling can tell, under a name that never changes. What is not here
 * stays inside. A detail has nothing that its owner does not read on the activity page, and never contents.
 */
const table = {
  Shared: { share: 'share.created', detail: ['recipients'] },
  Killed: { share: 'share.disabled' },
  Enabled: { share: 'share.enabled' },
  Changed: { share: 'share.changed' },
  NewVersion: { share: 'share.version_changed', detail: ['version', 'file', 'step'] },
  Binned: { share: 'share.deleted' },
  Unbinned: { share: 'share.restored' },
  Added: { share: 'share.recipient_added', detail: ['person'] },
  Revoked: { share: 'share.recipient_removed', detail: ['person'] },
  Restored: { share: 'share.recipient_restored', detail: ['person'] },
  MailFailed: { share: 'share.email_failed', room: 'room.email_failed', detail: ['reason'] },
  View: { share: 'share.opened', room: 'room.file.opened', detail: ['version'] },
  Download: { share: 'share.downloaded', room: 'room.file.downloaded', detail: ['version'] },
  Print: { share: 'share.printed', room: 'room.file.printed', detail: ['version'] },
  Refused: { share: 'share.refused', room: 'room.refused', detail: ['act', 'reason'] },
  ForwardAsked: { share: 'share.forward_requested', detail: ['to'] },
  AccessAsked: { share: 'share.access_requested' },
  Forwarded: { share: 'share.forwarded', detail: ['to'] },
  Approved: { share: 'share.request_approved', detail: ['to', 'rights', 'until'] },
  Rejected: { share: 'share.request_rejected', detail: ['to'] },
  TermsAccepted: { share: 'share.terms_accepted', room: 'room.terms_accepted' },
  NameGiven: { share: 'share.name_given', detail: ['name'] },
  Commented: { share: 'share.commented' },
  PasskeyLocked: { share: 'share.passkey_locked' },
  RoomMade: { room: 'room.created' },
  RoomChanged: { room: 'room.changed' },
  RoomArchived: { room: 'room.archived' },
  RoomReopened: { room: 'room.reopened' },
  RoomBinned: { room: 'room.deleted' },
  RoomUnbinned: { room: 'room.restored' },
  RoomTransferred: { room: 'room.transferred', detail: ['to'] },
  RoomEntered: { room: 'room.entered', detail: ['isFirst'] },
  FolderMade: { room: 'room.folder.created', detail: ['name'] },
  FileAdded: { room: 'room.file.added', detail: ['name'] },
  FileReplaced: { room: 'room.file.replaced', detail: ['name', 'version'] },
  FileCommented: { room: 'room.file.commented', detail: ['name'] },
  ItemRenamed: { room: 'room.item.renamed', detail: ['from', 'to'] },
  ItemMoved: { room: 'room.item.moved', detail: ['name', 'to'] },
  ItemBinned: { room: 'room.item.deleted', detail: ['name'] },
  ItemUnbinned: { room: 'room.item.restored', detail: ['name'] },
  MemberAdded: { room: 'member.added', detail: ['person', 'role'] },
  MemberChanged: { room: 'member.changed', detail: ['person'] },
  MemberSuspended: { room: 'member.suspended', detail: ['person'] },
  MemberBack: { room: 'member.restored', detail: ['person'] },
  MemberRemoved: { room: 'member.removed', detail: ['person'] },
  MemberLeft: { room: 'member.left' },
  SignedIn: { account: 'account.signed_in', detail: ['method'] },
  NewDevice: { account: 'account.new_device' },
  AccountLocked: { account: 'account.locked' },
  PasswordChanged: { account: 'account.password_changed' },
  SecondFactorOn: { account: 'account.two_step_on' },
  SecondFactorOff: { account: 'account.two_step_off' },
  PrimaryChanged: { account: 'account.address_changed', detail: ['from', 'to'] },
  PlanChanged: { account: 'account.plan_changed', detail: ['from', 'to'] },
  ListExported: { account: 'account.list_exported', detail: ['list'] },
  TeamInvited: { team: 'team.invited', detail: ['person', 'role'] },
  TeamJoinAsked: { team: 'team.join_requested', detail: ['person'] },
  TeamJoined: { team: 'team.member_joined', detail: ['person', 'role'] },
  TeamRoleChanged: { team: 'team.member_changed', detail: ['person'] },
  TeamMemberSuspended: { team: 'team.member_suspended', detail: ['person'] },
  TeamMemberBack: { team: 'team.member_restored', detail: ['person'] },
  TeamMemberRemoved: { team: 'team.member_removed', detail: ['person'] },
  TeamMemberLeft: { team: 'team.member_left' },
  TeamDomainLocked: { team: 'team.domain_locked', detail: ['domain'] },
  TeamDomainUnlocked: { team: 'team.domain_unlocked', detail: ['domain'] },
} as const satisfies Partial<Record<AnyKind, Offer>>

type Names<Row> = Row extends Offer ? Extract<Row[keyof Row & keyof Omit<Offer, 'detail'>], string> : never
type Table = typeof table
/** A kind of event by its public name. */
export type OfferedName = { [Kind in keyof Table]: Names<Table[Kind]> }[keyof Table]
/** What a subject can be. */
export type OfferedSubject = 'share' | 'room' | 'account' | 'team'

export type OfferedKind = Readonly<Offer>

const offers: Partial<Record<AnyKind, OfferedKind>> = table

export function offerOf(kind: AnyKind): OfferedKind | undefined {
  return offers[kind]
}

/** The public names for some subjects, in the order of the table. */
export function offeredNames(subjects: readonly OfferedSubject[]): OfferedName[] {
  const all = Object.values(offers).flatMap((offer) => subjects.map((subject) => offer[subject]))
  return all.filter((name): name is OfferedName => name !== undefined)
}
