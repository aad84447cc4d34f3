import type { SessionMethod, SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import type { Client } from '#server/http/client.ts'
import type { UserInfo } from '#server/accounts/identities/user-info.ts'
import type { RequiredStep, User } from '#server/accounts/users.ts'
import type { TriedBy } from './known-browsers.ts'

/** `id` is what the cookie contains, `guid.secret`; the `guid` stays the same as long as the session lasts. */
export type StartedSession = {
  id: string
  guid: string
  endsAt: number
  isRemembered: boolean
  isApi: boolean
}

export type FoundSession = {
  guid: string
  user: User
  method: SessionMethod
  hasPassword: boolean
  /** When the person last proved in this browser who they are. */
  provedAt: number
  /** Until it is done the session is valid for nothing else. */
  requiredStep: RequiredStep | null
  /** The new cookie, if this use has changed the secret. */
  renewed: StartedSession | null
}

/** `key` identifies the session in forms that end it; it is not what the cookie contains. */
export type ListedSession = {
  key: string
  createdAt: number
  seenAt: number
  method: SessionMethod
  isRemembered: boolean
  isCurrent: boolean
  /** Whether it is a program's. */
  isApi: boolean
  ip: string
  userAgent: string
}

/** `isProved`: whether the person proved right now who they are, and did not only continue another session. */
export type StartOptions = {
  isRemembered?: boolean
  method?: SessionMethod
  isApi?: boolean
  isProved?: boolean
}

/** `beganBy` is what the list of devices shows instead of the method; with `isApi` a program gets a bearer token. */
export type EnterOptions = Pick<StartOptions, 'isRemembered' | 'isApi' | 'isProved'> & {
  beganBy?: SessionMethod
}

export type SignInForm = { email: string; password: string } & Pick<EnterOptions, 'isRemembered' | 'isApi'>

/** Signed in: StatusCode 10000. What is `owed` is done before anything else. */
export type Entered = { code: 10000; session: StartedSession; user: User; requiredStep: RequiredStep | null }

/** Signed in by a hand-off code, with the user-info of StatusCode 10120. */
export type HandedOver = Omit<Entered, 'code'> & { code: 10120; info: UserInfo }

/** How a sign-in ended, as a StatusCode. Wrong credentials are Problems instead. */
export type SignInOutcome =
  | Entered
  | HandedOver
  /** A second factor is required; the secret identifies this sign-in until then. */
  | { code: 10010; challenge: string }
  /** The team allows other methods only. */
  | { code: 10006; methods: readonly SignInMethod[] }
  /** The address belongs to a domain that a team has locked; by the secret its person can ask to join the team. */
  | { code: 10012; domain: string; challenge?: string }

/** What a team says about a sign-in; null allows it. */
export type SignInRefusal = Extract<SignInOutcome, { code: 10006 | 10012 }>
export type SignInPolicy = (user: User, method: SignInMethod) => Promise<SignInRefusal | null>

/** The second factor of accounts that turned it on. `check` uses a code up: the same one is not accepted twice. */
export type SecondFactor = {
  isOn(userGuid: string): Promise<boolean>
  check(userGuid: string, code: string, by: TriedBy): Promise<boolean>
}

/** What strangers attempted too often: an address may have no account. */
export type Lock = { what: 'password' | 'second factor'; email: string; client: Client }
