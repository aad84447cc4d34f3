/** Where a list of activity shows an event: `changes` is whatever is none of the others. */
export type Topic = 'reading' | 'changes' | 'mail' | 'refusals' | 'previews'

/** Figures that are kept or read by kind: for a row of a list, for the news at home, for the activity of a room. */
export type Figure = 'summary' | 'news' | 'roomActivity'

/** What the audit pages list together. */
export type AuditGroup = 'signIns' | 'security' | 'settings' | 'exports' | 'team' | 'operation'

type Kind = {
  audit?: AuditGroup
  /** Whether anyone can do it to an account who is not signed in to it. */
  isByAnyone?: boolean
  topic?: Exclude<Topic, 'changes'>
  counts?: readonly Figure[]
  /** What the operator's log has of its detail, in a line with the account and the network: no address of a person. */
  logs?: readonly string[]
  /** Who is notified, and by which email. Whoever writes the email checks whether the person wants it. */
  tells?: Readonly<Record<string, string>>
}

/** A kind that the audit pages list: what is about accounts, teams and the installation, not about files. */
type AuditKind = Kind & { audit: AuditGroup }

const read = { topic: 'reading', counts: ['roomActivity'] } as const
const mail = { topic: 'mail' } as const
const change = {} as const

/**
 * Not in this table are emails that announce nothing because they are part of the action: codes and links that confirm
 * an address or sign someone in, and those that bring a file, a room or an offer to its recipient. The action's service
 * sends those; tests/one-seam.test.ts names them all.
 */

/** What happens to a share and its file, and to a file in a room when it is read. */
const ofShares = {
  Shared: change,
  Killed: change,
  Enabled: change,
  LinkSent: change,
  Mailed: mail,
  MailFailed: { topic: 'mail', counts: ['news'] },
  Reminded: { tells: { recipient: 'reminderEmail' } },
  CodeSent: mail,
  Refused: { topic: 'refusals', counts: ['summary', 'news', 'roomActivity'] },
  View: { topic: 'reading', counts: ['summary', 'news', 'roomActivity'] },
  /** A look of an owner or a co-owner at their own file: no visit, and in no figure. */
  Previewed: { topic: 'previews' },
  Browse: read,
  Read: read,
  Played: read,
  Streamed: read,
  TextRead: read,
  GridRead: read,
  Download: { topic: 'reading', counts: ['summary', 'news', 'roomActivity'] },
  Print: { topic: 'reading', counts: ['summary', 'news', 'roomActivity'] },
  Changed: change,
  NewVersion: change,
  RenderTried: change,
  RenderFailed: {
    counts: ['news'],
    tells: { sender: 'renderFailureEmail', uploader: 'itemRenderFailuresEmail' },
  },
  Added: change,
  Revoked: change,
  Restored: change,
  PrintsReset: change,
  Resent: mail,
  Binned: change,
  Unbinned: change,
  HandedOver: change,
  ForwardAsked: { tells: { sender: 'askingEmail' } },
  AccessAsked: { tells: { sender: 'askingEmail' } },
  Forwarded: { tells: { sender: 'forwardedEmail' } },
  Approved: { tells: { requester: 'forwardApprovedEmail' } },
  Rejected: { tells: { requester: 'notApprovedEmail' } },
  TermsAccepted: { tells: { sender: 'acceptedEmail', roomOwner: 'roomAcceptedEmail' } },
  NameGiven: change,
  Commented: { counts: ['news'], tells: { otherSide: 'commentsEmail' } },
  PasskeyWrong: change,
  PasskeyLocked: { tells: { sender: 'passkeyLockedEmail' } },
  PasskeyGuessed: { tells: { sender: 'passkeyGuessedEmail' } },
  CodesGuessed: { tells: { owner: 'codesGuessedEmail' } },
  PasskeyChanged: change,
  Unmarked: change,
  Stop: { counts: ['roomActivity'] },
  VisitorInfo: { counts: ['roomActivity'] },
} as const satisfies Record<string, Kind>

/**
 * What happens to a room as a whole, to its items and to its members. Reading a file in a room has the kinds of shares.
 */
const ofRooms = {
  RoomMade: change,
  RoomChanged: change,
  RoomCopied: change,
  RoomArchived: change,
  RoomReopened: change,
  RoomBinned: { tells: { owner: 'roomRemovedEmail' } },
  RoomUnbinned: change,
  RoomTransferred: { tells: { formerOwner: 'givenEmail', newOwner: 'takenEmail' } },
  RoomHandedOver: change,
  RoomUpgraded: change,
  RoomEntered: { counts: ['roomActivity'], tells: { owner: 'roomEnteredEmail' } },
  FolderMade: change,
  FileAdded: change,
  FileReplaced: change,
  FileVersionChosen: change,
  FileCommented: change,
  ItemRenamed: change,
  ItemMoved: change,
  ItemCopied: change,
  ItemsOrdered: change,
  ItemBinned: change,
  ItemUnbinned: change,
  ItemErased: change,
  MemberAdded: change,
  MemberChanged: change,
  MemberSuspended: change,
  MemberBack: change,
  MemberRemoved: change,
  MemberLeft: change,
  MemberInvited: change,
  GroupMade: change,
  GroupChanged: change,
  GroupRemoved: change,
  RightsChanged: change,
  NewsSent: { tells: { members: 'newsEmail' } },
  AdminBrowsed: { tells: { owner: 'lookEmail' } },
} as const satisfies Record<string, Kind>

/** What happens to an account itself, whose guid is the subject. */
const ofAccounts = {
  SignedIn: { audit: 'signIns', logs: ['method'] },
  TokenMade: { audit: 'signIns', logs: ['method'] },
  NewDevice: { audit: 'signIns', logs: [], tells: { owner: 'newDeviceEmail' } },
  SecondFactorFailed: { audit: 'signIns', isByAnyone: true, logs: [] },
  AccountLocked: { audit: 'signIns', isByAnyone: true, logs: ['what'], tells: { owner: 'lockEmail' } },
  PasswordFailed: { audit: 'signIns', isByAnyone: true, logs: ['attempts'] },
  SignInRefused: { audit: 'signIns', logs: ['reason'] },
  SignedOut: { audit: 'signIns', logs: [] },
  SessionsEnded: { audit: 'signIns', logs: ['sessions'] },
  SessionCopied: { audit: 'signIns', isByAnyone: true, logs: [] },
  RecoveryCodeUsed: { audit: 'signIns', logs: ['left'], tells: { owner: 'recoveryCodeUsedEmail' } },
  ProofFailed: { audit: 'security', logs: ['what'] },
  PasswordChanged: { audit: 'security', logs: ['by'], tells: { owner: 'passwordChangedEmail' } },
  SecondFactorOn: { audit: 'security', logs: [], tells: { owner: 'secondFactorOnEmail' } },
  SecondFactorOff: { audit: 'security', logs: ['by'], tells: { owner: 'secondFactorOffEmail' } },
  RecoveryCodesRenewed: { audit: 'security', logs: [], tells: { owner: 'recoveryCodesRenewedEmail' } },
  SignInConnected: { audit: 'security', logs: ['provider'], tells: { owner: 'connectedEmail' } },
  SignInDisconnected: { audit: 'security', logs: ['provider'], tells: { owner: 'disconnectedEmail' } },
  AccessTokenMade: { audit: 'security', logs: ['scopes'], tells: { owner: 'accessTokenMadeEmail' } },
  AccessTokenUsed: { audit: 'security', logs: ['call'] },
  AccessTokenEnding: { audit: 'security', logs: [], tells: { owner: 'accessTokenEndingEmail' } },
  AccessTokenEnded: { audit: 'security', logs: ['by'] },
  AccessTokensEnded: { audit: 'security', logs: ['tokens', 'by'] },
  CloudConnected: { audit: 'security', logs: ['cloud'] },
  CloudDisconnected: { audit: 'security', logs: ['cloud', 'by'] },
  AddressAdded: { audit: 'settings', logs: [], tells: { owner: 'addressAddedEmail' } },
  AddressRemoved: {
    audit: 'settings',
    logs: [],
    tells: { ownerAtBothAddresses: 'addressRemovedEmail' },
  },
  PrimaryChanged: {
    audit: 'settings',
    logs: [],
    tells: { ownerAtBothAddresses: 'primaryChangedEmail' },
  },
  ProfileChanged: { audit: 'settings' },
  NotificationsChanged: { audit: 'settings' },
  AccountClosed: { audit: 'settings', logs: ['by'], tells: { owner: 'closedEmail' } },
  AccountKept: { audit: 'settings', logs: [], tells: { owner: 'keptEmail' } },
  Exported: { audit: 'exports', logs: [] },
  PlanChanged: { audit: 'settings', logs: ['from', 'to', 'by'], tells: { owner: 'planChangedEmail' } },
  PlanEnding: { audit: 'settings', logs: ['plan'], tells: { owner: 'planEndingEmail' } },
  PlanRequested: { audit: 'settings', logs: ['kind', 'plan'], tells: { operators: 'planRequestedEmail' } },
  PlanDeclined: { audit: 'settings', logs: ['plan'], tells: { owner: 'planDeclinedEmail' } },
  ListExported: { audit: 'exports', logs: ['list'] },
  // Of a team's, the subject is the team.
  WebhookAdded: { audit: 'settings' },
  WebhookChanged: { audit: 'settings' },
  WebhookRemoved: { audit: 'settings' },
  WebhookStopped: { audit: 'settings', tells: { ownerOrAdmins: 'webhookStoppedEmail' } },
} as const satisfies Record<string, AuditKind>

/** What happens to a team, whose guid is the subject. */
const ofTeams = {
  TeamMade: { audit: 'team' },
  TeamRenamed: { audit: 'team' },
  TeamHandedOver: { audit: 'team' },
  TeamClosed: { audit: 'team', tells: { members: 'teamClosedEmail' } },
  TeamTermsChanged: { audit: 'team' },
  TeamBrandingChanged: { audit: 'team' },
  TeamDomainClaimed: { audit: 'team' },
  TeamDomainProved: { audit: 'team' },
  TeamDomainRemoved: { audit: 'team' },
  TeamDomainLocked: { audit: 'team' },
  TeamDomainUnlocked: { audit: 'team' },
  TeamMethodsChanged: { audit: 'team' },
  TeamSignOutChanged: { audit: 'team' },
  TeamSecondFactorChanged: { audit: 'team', tells: { members: 'teamSecondFactorEmail' } },
  TeamProviderPrepared: { audit: 'team' },
  TeamProviderTested: { audit: 'team' },
  TeamProviderChanged: { audit: 'team' },
  TeamProviderDropped: { audit: 'team' },
  TeamInvited: { audit: 'team' },
  TeamUninvited: { audit: 'team' },
  TeamJoined: { audit: 'team' },
  TeamInvitationRejected: { audit: 'team' },
  TeamJoinAsked: { audit: 'team', tells: { admins: 'joinAskedEmail' } },
  TeamJoinDecided: { audit: 'team', tells: { person: 'joinDecidedEmail' } },
  TeamRoleChanged: { audit: 'team' },
  TeamMemberSuspended: { audit: 'team' },
  TeamMemberBack: { audit: 'team' },
  TeamMemberRemoved: { audit: 'team', tells: { person: 'teamRemovedEmail' } },
  TeamMemberLeft: { audit: 'team' },
  TeamWorkHandedOver: { audit: 'team', tells: { newOwner: 'workHandedOverEmail' } },
} as const satisfies Record<string, AuditKind>

/** What happens to the installation as a whole. */
const ofInstallation = {
  TrailErased: { audit: 'operation' },
  EventsErased: { audit: 'operation' },
  PersonErased: { audit: 'operation' },
  AuditExported: { audit: 'exports' },
  Commanded: { audit: 'operation' },
} as const satisfies Record<string, AuditKind>

/** What is announced without a record. */
const untracked = {
  FirstOpened: { tells: { sender: 'openedEmail' } },
  TeamSecondFactorComing: { tells: { members: 'teamSecondFactorEmail' } },
  NothingToRead: { tells: { sender: 'nothingToReadEmail' } },
  // Of an account that is erased, its record goes too.
  AccountErased: { tells: { formerOwner: 'erasedEmail' } },
} as const satisfies Record<string, Kind>

/** Every kind of event, and what follows from it. Nothing else decides that. */
const table = { ...ofShares, ...ofRooms, ...ofAccounts, ...ofTeams, ...ofInstallation, ...untracked }

/** What is recorded. */
export type EventKind = Exclude<AnyKind, keyof typeof untracked>
export type AnyKind = keyof typeof table
export type RoomEventKind = keyof typeof ofRooms
export type AccountEventKind = keyof typeof ofAccounts
export type TeamEventKind = keyof typeof ofTeams
export type InstallationEventKind = keyof typeof ofInstallation

/** An email that announces an event, by the name of the function that writes it. */
export type EmailName = { [Kind in AnyKind]: Telling<Kind> }[AnyKind]
/** The kinds that an email announces. */
export type EmailedKind<Email extends EmailName> = {
  [Kind in AnyKind]: Email extends Telling<Kind> ? Kind : never
}[AnyKind]
type Telling<Kind extends AnyKind> = (typeof table)[Kind] extends { tells: infer Tells }
  ? Tells[keyof Tells]
  : never

export const kinds: Readonly<Record<AnyKind, Kind>> = table

export function isKept(kind: AnyKind): boolean {
  return !Object.hasOwn(untracked, kind)
}

export function isAudit(kind: AnyKind): boolean {
  return kinds[kind].audit !== undefined
}

export function isByAnyone(kind: AnyKind): boolean {
  return kinds[kind].isByAnyone === true
}

/** The kinds of a group; a page about one account has no others than these. */
export function kindsAudited(group: AuditGroup): EventKind[] {
  return keptKinds.filter((kind) => kinds[kind].audit === group)
}

export function emailsOf(kind: AnyKind): EmailName[] {
  return Object.values(kinds[kind].tells ?? {}) as EmailName[]
}

export function kindsIn(topic: Exclude<Topic, 'changes'>): EventKind[] {
  return keptKinds.filter((kind) => kinds[kind].topic === topic)
}

/** What every list of activity shows as a topic; everything else is a change. */
export function kindsBesideChanges(): EventKind[] {
  return keptKinds.filter((kind) => kinds[kind].topic !== undefined)
}

export function kindsCounted(figure: Figure): EventKind[] {
  return keptKinds.filter((kind) => kinds[kind].counts?.includes(figure))
}

export const allKinds = Object.keys(table) as AnyKind[]
const keptKinds = allKinds.filter(isKept) as EventKind[]
