/** Where an event stands in a list of what happened: `changes` is whatever is none of the others. */
export type Topic = 'reading' | 'changes' | 'mail' | 'refusals'

/** Figures that are kept or read by kind: of a list's line, of the news at home, of reading times in rooms. */
export type Figure = 'summary' | 'news' | 'readingTime'

type Kind = {
  topic?: Exclude<Topic, 'changes'>
  counts?: readonly Figure[]
  /** Whether the operator's log has a line of it, with the account and the network, and no address of a person. */
  isLogged?: true
}

const read = { topic: 'reading', counts: ['readingTime'] } as const
const mail = { topic: 'mail' } as const
const change = {} as const
const ofAccount = { isLogged: true } as const

/** What happens to a share and its file, and to a file of a room where it is read. */
const ofShares = {
  Shared: change,
  Killed: change,
  Enabled: change,
  LinkSent: change,
  Mailed: mail,
  MailFailed: { topic: 'mail', counts: ['news'] },
  Reminded: change,
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
  RenderFailed: { counts: ['news'] },
  Added: change,
  Revoked: change,
  Restored: change,
  PrintsReset: change,
  Resent: mail,
  Binned: change,
  Unbinned: change,
  ForwardAsked: change,
  AccessAsked: change,
  Forwarded: change,
  Approved: change,
  Rejected: change,
  TermsAccepted: change,
  NameGiven: change,
  Commented: { counts: ['news'] },
  PasskeyWrong: change,
  PasskeyLocked: change,
  PasskeyGuessed: change,
  CodesGuessed: change,
  PasskeyChanged: change,
  Unmarked: change,
  Stop: { counts: ['readingTime'] },
  VisitorInfo: { counts: ['readingTime'] },
} as const satisfies Record<string, Kind>

/** What happens to a room as a whole, to its items and to its people. Reading a file of a room has the kinds of shares. */
const ofRooms = {
  RoomMade: change,
  RoomChanged: change,
  RoomCopied: change,
  RoomArchived: change,
  RoomReopened: change,
  RoomBinned: change,
  RoomUnbinned: change,
  RoomTransferred: change,
  RoomUpgraded: change,
  RoomEntered: change,
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
  NewsSent: change,
  AdminBrowsed: change,
  AdminOpened: change,
} as const satisfies Record<string, Kind>

/** What happens to an account itself, whose guid is the subject. */
const ofAccounts = {
  SignedIn: ofAccount,
  SecondFactorFailed: ofAccount,
  AccountLocked: ofAccount,
  PasswordChanged: ofAccount,
  TokenMade: ofAccount,
  Exported: ofAccount,
} as const satisfies Record<string, Kind>

/** Every kind of event, and what becomes of it. Nothing else decides that. */
const table = { ...ofShares, ...ofRooms, ...ofAccounts }

export type EventKind = keyof typeof table
export type RoomEventKind = keyof typeof ofRooms
export type AccountEventKind = keyof typeof ofAccounts

export const kinds: Readonly<Record<EventKind, Kind>> = table

export function kindsIn(topic: Exclude<Topic, 'changes'>): EventKind[] {
  return allKinds.filter((kind) => kinds[kind].topic === topic)
}

export function kindsCounted(figure: Figure): EventKind[] {
  return allKinds.filter((kind) => kinds[kind].counts?.includes(figure))
}

const allKinds = Object.keys(table) as EventKind[]
