import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import type { AnyKind, EventKind } from './kinds.ts'

type Person = { email: string; name: string }
type ByProvider = { provider: SignInProvider; email: string | null }

/** `links` are the secrets of the owner's two links, which nobody keeps; null for an owner who wants no letters. */
type Asked = {
  person: Person
  askedBy: Person | null
  reason: string
  links: { approve: string; reject: string } | null
}

/**
 * What letters say of an event and its record does not keep, or what leads to it. It is handed to the letter's writer in
 * the same transaction, and never becomes a part of the chain.
 */
export type Facts = {
  Reminded: { sender: string; endsAt: number }
  /** Of a share how many people its letter reaches later, or of an item of a room who added it. */
  RenderFailed:
    { error: string | null; isDownload: boolean; untold: number; people: number } | { addedBy: string }
  ForwardAsked: Asked
  AccessAsked: Asked
  Forwarded: { requester: Person; person: Person; reason: string }
  /** `asker` is null where the person asked for themselves, and is told by the letter that brings the file. */
  Approved: { requester: Person | null; person: Person }
  Rejected: {
    kind: 'forward' | 'access'
    person: Person
    askedBy: Person | null
    reason: string
    note: string
  }
  /** `who` is the address of a recipient; null on a link that opens for anyone. */
  TermsAccepted: { who: string | null }
  /** The thread, and whether it was its owner who wrote. */
  Commented: { recipientGuid: string; isOwners: boolean }
  PasskeyLocked: { isOwner: boolean }
  PasskeyGuessed: { isOwner: boolean }
  RoomTransferred: { room: string; from: string; newOwner: string; oldRole: string }
  AdminBrowsed: { room: string; owner: string; by: string }
  /** As of TermsAccepted; `saysToBe` is an address that nobody verified. */
  FirstOpened: { who: string | null; saysToBe: string | null }
  NothingToRead: { recipientGuid: string; who: string }
  /** Whether its owner may keep the account by themselves; `closedAt` in epoch milliseconds. */
  AccountClosed: { closedAt: number; mayKeep: boolean }
  /** `email` is what the provider said, which may be another address than the account's. */
  SignInConnected: ByProvider
  SignInDisconnected: ByProvider
  AccountErased: { email: string }
}

/** The kinds of which nothing has to be said besides. */
export type PlainKind = Exclude<EventKind, keyof Facts>

/** What has to be said with an event of this kind besides. */
export type FactsOf<Kind extends AnyKind> = [Kind & keyof Facts] extends [never]
  ? { facts?: undefined }
  : { facts: Facts[Kind & keyof Facts] }
