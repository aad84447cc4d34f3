/** Where a list of activity shows an event: `changes` is whatever is none of the others. */
export type Topic = 'reading' | 'changes' | 'mail' | 'refusals'

/** Figures that are kept or read by kind: for a row of a list, for the news at home, for reading times in rooms. */
export type Figure = 'summary' | 'news' | 'readingTime'

type Kind = {
  topic?: Exclude<Topic, 'changes'>
  counts?: readonly Figure[]
  /** What the operator's log has of its detail, in a line with the account and the network: no address of a person. */
  logs?: readonly string[]
  /** Who is told, and by which email. Whether someone wants emails is asked by who writes it. */
  tells?: Readonly<Record<string, string>>
}

const read = { topic: 'reading', counts: ['readingTime'] } as const
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
  Refused: { topic: 'refusals', counts: ['summary', 'news'] },
  View: { topic: 'reading', counts: ['summary', 'news', 'readingTime'] },
  Browse: read,
  Read: read,
  Played: read,
  TextRead: read,
  GridRead: read,
  Download: { topic: 'reading', counts: ['summary', 'news', 'readingTime'] },
  Print: { topic: 'reading', counts: ['summary', 'news', 'readingTime'] },
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
  Stop: { counts: ['readingTime'] },
  VisitorInfo: { counts: ['readingTime'] },
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
  RoomUpgraded: change,
  RoomEntered: { tells: { owner: 'roomEnteredEmail' } },
  FolderMade: change,
  FileAdded: change,
  FileReplaced: change,
  FileVersionChosen: change,
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
  SignedIn: { logs: ['method'] },
  TokenMade: { logs: ['method'] },
  NewDevice: { logs: [], tells: { owner: 'newDeviceEmail' } },
  SecondFactorFailed: { logs: [] },
  AccountLocked: { logs: ['what'], tells: { owner: 'lockEmail' } },
  PasswordChanged: { logs: ['by'], tells: { owner: 'passwordChangedEmail' } },
  SecondFactorOn: { logs: [], tells: { owner: 'secondFactorOnEmail' } },
  SecondFactorOff: { logs: ['by'], tells: { owner: 'secondFactorOffEmail' } },
  RecoveryCodesRenewed: { logs: [], tells: { owner: 'recoveryCodesRenewedEmail' } },
  RecoveryCodeUsed: { logs: ['left'], tells: { owner: 'recoveryCodeUsedEmail' } },
  AddressAdded: { logs: [], tells: { owner: 'addressAddedEmail' } },
  AddressRemoved: { logs: [], tells: { ownerAtBothAddresses: 'addressRemovedEmail' } },
  PrimaryChanged: { logs: [], tells: { ownerAtBothAddresses: 'primaryChangedEmail' } },
  SignInConnected: { logs: ['provider'], tells: { owner: 'connectedEmail' } },
  SignInDisconnected: { logs: ['provider'], tells: { owner: 'disconnectedEmail' } },
  AccountClosed: { logs: ['by'], tells: { owner: 'closedEmail' } },
  AccountKept: { logs: [], tells: { owner: 'keptEmail' } },
  Exported: { logs: [] },
} as const satisfies Record<string, Kind>

/** What happens to the installation as a whole. */
const ofInstallation = {
  TrailErased: change,
  AuditExported: change,
  Commanded: change,
} as const satisfies Record<string, Kind>

/** What is announced without a record. */
const untracked = {
  FirstOpened: { tells: { sender: 'openedEmail' } },
  NothingToRead: { tells: { sender: 'nothingToReadEmail' } },
  // Of an account that is erased, its record goes too.
  AccountErased: { tells: { formerOwner: 'erasedEmail' } },
} as const satisfies Record<string, Kind>

/** Every kind of event, and what follows from it. Nothing else decides that. */
const table = { ...ofShares, ...ofRooms, ...ofAccounts, ...ofInstallation, ...untracked }

/** What is recorded. */
export type EventKind = Exclude<AnyKind, keyof typeof untracked>
export type AnyKind = keyof typeof table
export type RoomEventKind = keyof typeof ofRooms
export type AccountEventKind = keyof typeof ofAccounts
export type InstallationEventKind = keyof typeof ofInstallation

/** An email that announces an event, by the name of the function that writes it. */
export type EmailName = { [Kind in AnyKind]: Telling<Kind> }[AnyKind]
/** The kinds that an email announces. */
export type ToldBy<Email extends EmailName> = {
  [Kind in AnyKind]: Email extends Telling<Kind> ? Kind : never
}[AnyKind]
type Telling<Kind extends AnyKind> = (typeof table)[Kind] extends { tells: infer Tells }
  ? Tells[keyof Tells]
  : never

export const kinds: Readonly<Record<AnyKind, Kind>> = table

export function isKept(kind: AnyKind): boolean {
  return !Object.hasOwn(untracked, kind)
}

/** Whether the audit pages list it: what is about accounts, teams and the installation, not about files. */
export function isAudit(kind: AnyKind): boolean {
  return Object.hasOwn(ofAccounts, kind) || Object.hasOwn(ofInstallation, kind)
}

export function emailsOf(kind: AnyKind): EmailName[] {
  return Object.values(kinds[kind].tells ?? {}) as EmailName[]
}

export function kindsIn(topic: Exclude<Topic, 'changes'>): EventKind[] {
  return keptKinds.filter((kind) => kinds[kind].topic === topic)
}

export function kindsCounted(figure: Figure): EventKind[] {
  return keptKinds.filter((kind) => kinds[kind].counts?.includes(figure))
}

export const allKinds = Object.keys(table) as AnyKind[]
const keptKinds = allKinds.filter(isKept) as EventKind[]
