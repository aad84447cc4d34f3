import type { SignInProvider } from '#server/db/tables/identity-tables.ts'
import type { AnyKind, EventKind } from './kinds.ts'

type Person = { email: string; name: string }
type ByProvider = { provider: SignInProvider; email: string | null }

/**
 * `links` are the secrets of the owner's two links, which are stored nowhere; null for an owner who wants no emails.
 */
type RequestFacts = {
  person: Person
  requestedBy: Person | null
  reason: string
  /** How many more days a recipient asks for whose access has ended; null if it is about access. */
  extraDays: number | null
  links: { approve: string; reject: string } | null
}

/**
 * What emails say about an event and its record does not contain, or what leads to it. It is passed to the email's
 * writer in the same transaction, and never becomes part of the chain.
 */
export type Facts = {
  Reminded: { sender: string; endsAt: number }
  /** For a share, how many people its email reaches later; for an item in a room, who added it. */
  RenderFailed:
    | { error: string | null; isDownload: boolean; untold: number; people: number }
    | { addedBy: string }
  ForwardAsked: RequestFacts
  AccessAsked: RequestFacts
  Forwarded: { requester: Person; person: Person; reason: string }
  /** `asker` is null if the person asked for themselves, and is notified by the email that brings the file. */
  Approved: { requester: Person | null; person: Person }
  Rejected: {
    kind: 'forward' | 'access'
    person: Person
    requestedBy: Person | null
    reason: string
    extraDays: number | null
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
  /** Like TermsAccepted; `saysToBe` is an unverified address. */
  FirstOpened: { who: string | null; saysToBe: string | null }
  NothingToRead: { recipientGuid: string; who: string }
  /** Whether its owner may keep the account by themselves; `closedAt` in epoch milliseconds. */
  AccountClosed: { closedAt: number; mayKeep: boolean }
  /** `email` is what the provider said, which may be another address than the account's. */
  SignInConnected: ByProvider
  SignInDisconnected: ByProvider
  /** In epoch milliseconds; null for one without an end. */
  AccessTokenMade: { endsAt: number | null }
  AccessTokenEnding: { endsAt: number }
  /** When the plan ends (epoch ms), and how much of what the account has is, or then would be, closed. */
  PlanChanged: { endsAt: number | null; closed: number }
  PlanEnding: { endsAt: number; closed: number }
  /** Whom it is sent to, and what the person wrote. */
  PlanRequested: { operators: readonly string[]; email: string; message: string }
  TeamClosed: { team: string; members: string[] }
  /** From when it holds (epoch ms), null for now; and whom it is told, who have none yet. */
  TeamSecondFactorChanged: { team: string; from: number | null; members: string[] }
  TeamSecondFactorComing: { team: string; from: number | null; members: string[] }
  TeamJoinAsked: { team: string; person: Person; admins: string[] }
  TeamJoinDecided: { team: string; person: string; isAdmitted: boolean; isTold: boolean }
  /** `heir` is who gets what they shared and own; null if it stays theirs. */
  TeamMemberRemoved: { team: string; person: string; heir: string | null }
  TeamWorkHandedOver: { team: string; person: string; heir: string; shares: number; rooms: number }
  /** Who is notified; `page` is where it can be turned on again. */
  WebhookStopped: { to: readonly string[]; url: string; page: string; isGone: boolean }
  AccountErased: { email: string }
}

/** The kinds that need no further facts. */
export type PlainKind = Exclude<EventKind, keyof Facts>

/** The facts that an event of this kind needs. */
export type FactsOf<Kind extends AnyKind> = [Kind & keyof Facts] extends [never]
  ? { facts?: undefined }
  : { facts: Facts[Kind & keyof Facts] }
