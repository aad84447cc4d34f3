import { redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import type { Entered, SignInOutcome } from '#server/accounts/sign-in.ts'
import { Problem } from '#server/rules/problems.ts'
import { href } from '../routes.ts'
import { ownPath, type Given } from './loader.server.ts'
import { goWithNotice } from './notice.server.ts'
import type { Visitor } from './visitor.server.ts'

type Credentials = { email: string; password: string; isRemembered: boolean }

/** Address and password; the form was read and checked by the action before. */
class PasswordStrategy extends Strategy<SignInOutcome, Credentials> {
  name = 'password'
  readonly #credentials: Credentials

  constructor(credentials: Credentials, verify: Strategy.VerifyFunction<SignInOutcome, Credentials>) {
    super(verify)
    this.#credentials = credentials
  }

  override authenticate(): Promise<SignInOutcome> {
    return this.verify(this.#credentials)
  }
}

/** Signs in by address and password. Throws what SignIn.byPassword throws. */
export async function signInByPassword(given: Given, form: Credentials): Promise<SignInOutcome> {
  const { services, client, request } = given
  const authenticator = new Authenticator<SignInOutcome>()
  authenticator.use(
    new PasswordStrategy(form, (credentials) => services.signIn.byPassword(client, credentials)),
  )
  // The form was read already; the strategy has what it needs.
  return authenticator
    .authenticate('password', new Request(request.url))
    .catch((error: unknown) => sendToKeep(given.visitor, error))
}

/** Who closed the account and signs in all the same comes to the page where it can be kept, and reads until when. */
async function sendToKeep(visitor: Visitor, error: unknown): Promise<never> {
  if (error instanceof Problem && error.problem === 'accountClosing')
    throw await goWithNotice(visitor, href('keep'), error.text)
  throw error
}

/** Where a sign-in leads, whatever the way: in, or to what is still asked for, or to the words that say why not. */
export async function answerSignIn(
  given: Given,
  outcome: SignInOutcome,
  wanted?: string | null,
): Promise<Response> {
  if (outcome.code === 10000) return enter(given.visitor, outcome, wanted)
  throw new Problem('badCredentials')
}

/** The browser takes the new session; it goes where it wanted to go, if that is a path of ours. */
export async function enter(
  visitor: Visitor,
  { session }: Pick<Entered, 'session'>,
  wanted?: string | null,
): Promise<Response> {
  const age = session.isRemembered ? { expires: new Date(session.endsAt) } : {}
  await visitor.endSession()
  const cookie = await visitor.cookies.session.serialize(session.id, age)
  return redirect(ownPath(wanted), { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** The browser forgets its account session, which has ended; what a proved address opened stays open. */
export async function leaveWithNotice({ visitor }: Given, path: string, notice: string): Promise<Response> {
  const answer = await goWithNotice(visitor, path, notice)
  const past = { expires: new Date(0), maxAge: 0 }
  answer.headers.append('Set-Cookie', await visitor.cookies.session.serialize('', past))
  return answer
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
