import { redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import type { SignedIn } from '#server/accounts/accounts.ts'
import { href } from '../routes.ts'
import { ownPath, type Given } from './loader.server.ts'
import type { Visitor } from './visitor.server.ts'

type Credentials = { email: string; password: string; isRemembered: boolean }

/** Address and password; the form was read and checked by the action before. */
class PasswordStrategy extends Strategy<SignedIn, Credentials> {
  name = 'password'
  readonly #credentials: Credentials

  constructor(credentials: Credentials, verify: Strategy.VerifyFunction<SignedIn, Credentials>) {
    super(verify)
    this.#credentials = credentials
  }

  override authenticate(): Promise<SignedIn> {
    return this.verify(this.#credentials)
  }
}

/** Signs in by address and password. Throws what Accounts.signIn throws. */
export async function signInByPassword(
  { services, client, request }: Given,
  form: Credentials,
): Promise<SignedIn> {
  const authenticator = new Authenticator<SignedIn>()
  authenticator.use(
    new PasswordStrategy(form, (credentials) => services.accounts.signIn(client, credentials)),
  )
  // The form was read already; the strategy has what it needs.
  return authenticator.authenticate('password', new Request(request.url))
}

/** The browser takes the new session; it goes where it wanted to go, if that is a path of ours. */
export async function enter(
  visitor: Visitor,
  { session }: Pick<SignedIn, 'session'>,
  wanted?: string | null,
): Promise<Response> {
  const age = session.isRemembered ? { expires: new Date(session.endsAt) } : {}
  await visitor.endSession()
  const cookie = await visitor.cookies.session.serialize(session.id, age)
  return redirect(ownPath(wanted), { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** The browser forgets its account session and its proved address. */
export async function leave({ visitor, services }: Given): Promise<Response> {
  await visitor.endSession()
  if (visitor.readerId) await services.readers.end(visitor.readerId)
  const headers = new Headers()
  const past = { expires: new Date(0), maxAge: 0 }
  headers.append('Set-Cookie', await visitor.cookies.session.serialize('', past))
  headers.append('Set-Cookie', await visitor.cookies.reader.serialize('', past))
  headers.append('Set-Cookie', await visitor.cookies.notice.serialize('You are signed out.'))
  return redirect(href('login'), { status: 303, headers })
}
