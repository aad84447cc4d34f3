import { redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import type { Entered, SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import { Problem } from '#server/rules/problems.ts'
import { signedOutText } from '#server/rules/reading/kept-pages.ts'
import { href, routes } from '#app/routes.ts'
import { gone } from '#app/request/cookies.server.ts'
import { ownPath, requiredStepPath, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { signInPage } from './sign-in-page.server.ts'
import { signInOptions } from './sign-in-options.server.ts'
import type { Visitor } from '#app/request/visitor.server.ts'

type Credentials = { email: string; password: string; isRemembered: boolean }

/** Address and password; the action has already parsed and checked the form. */
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
export async function signInByPassword(context: RequestContext, form: Credentials): Promise<SignInOutcome> {
  const { services, client, request } = context
  const authenticator = new Authenticator<SignInOutcome>()
  authenticator.use(
    new PasswordStrategy(form, (credentials) => services.accounts.signIn.byPassword(client, credentials)),
  )
  // The form was parsed already; the strategy has what it needs.
  return authenticator
    .authenticate('password', new Request(request.url))
    .catch((error: unknown) => sendToKeep(context.visitor, form.email, error))
}

/** People who closed their account and sign in anyway get to the page where it can be reopened, and see until when. */
async function sendToKeep(visitor: Visitor, email: string, error: unknown): Promise<never> {
  if (error instanceof Problem && error.problem === 'accountClosing')
    throw await goWithNotice(visitor, href(routes.access.reactivate, {}, { email }), error.text, 'warn')
  throw error
}

/**
 * Where a sign-in leads, whatever the method: in, or to what is still required. Throws the page that says why not, with
 * its own status.
 */
export async function answerSignIn(
  context: RequestContext,
  outcome: SignInOutcome,
  wanted?: string | null,
): Promise<Response> {
  switch (outcome.code) {
    case 10000:
    case 10120:
      return enter(context.visitor, outcome, wanted)
    case 10010:
      return askSecondFactor(context.visitor, outcome.challenge, wanted)
    case 10006: {
      const options = signInOptions(context.services, pathOrNothing(wanted))
      const allowed = options.filter(({ method }) => outcome.methods.includes(method))
      throw signInPage('signInRestricted', { options: allowed })
    }
    case 10012:
      throw await showLock(context.visitor, outcome)
  }
}

/** The browser gets the new session and goes where it wanted to go, if that is one of our paths. */
export async function enter(
  visitor: Visitor,
  { session, requiredStep }: Pick<Entered, 'session'> & Partial<Pick<Entered, 'requiredStep'>>,
  wanted?: string | null,
): Promise<Response> {
  await visitor.endSession()
  const age = session.isRemembered ? { expires: new Date(session.endsAt) } : {}
  const headers = new Headers()
  headers.append('Set-Cookie', await visitor.cookies.session.serialize(session.id, age))
  headers.append('Set-Cookie', await visitor.knownLine())
  if (visitor.challenge) headers.append('Set-Cookie', await gone(visitor.cookies.challenge))
  const next = requiredStep ? requiredStepPath(requiredStep, ownPath(wanted)) : ownPath(wanted)
  return redirect(next, { status: 303, headers })
}

/** By the secret of this sign-in the person can ask to join the team; nothing else takes it for signed in. */
async function showLock(
  visitor: Visitor,
  { domain, challenge }: Extract<SignInOutcome, { code: 10012 }>,
): Promise<Response> {
  const headers = new Headers()
  if (challenge) headers.append('Set-Cookie', await visitor.cookies.challenge.serialize(challenge))
  return redirect(href(routes.team.domainLock, {}, { domain }), { status: 303, headers })
}

/** The browser gets the secret of this sign-in, and is asked for the code. Nothing else takes it for signed in. */
async function askSecondFactor(
  visitor: Visitor,
  challenge: string,
  wanted?: string | null,
): Promise<Response> {
  await visitor.endSession()
  const headers = new Headers()
  headers.append('Set-Cookie', await visitor.cookies.challenge.serialize(challenge))
  if (visitor.sessionId) headers.append('Set-Cookie', await gone(visitor.cookies.session))
  return redirect(href(routes.access.secondFactor, {}, { to: pathOrNothing(wanted) }), {
    status: 303,
    headers,
  })
}

/** The browser forgets its account session, which has ended; what a confirmed address opened stays open. */
export async function leaveWithNotice(
  { visitor }: RequestContext,
  path: string,
  notice: string,
): Promise<Response> {
  const answer = await goWithNotice(visitor, path, notice, 'good')
  answer.headers.append('Set-Cookie', await gone(visitor.cookies.session))
  return answer
}

/** The browser forgets its account session, its confirmed address, and the keys that it got for passkeys. */
export async function leave({ visitor, services, client }: RequestContext): Promise<Response> {
  await visitor.endSession()
  if (visitor.readerId) await services.viewing.readers.end(visitor.readerId)
  if (visitor.keyHolder) await services.viewing.unlocking.forget(visitor.keyHolder)
  const headers = new Headers()
  for (const name of ['session', 'challenge', 'reader', 'keys'] as const) {
    headers.append('Set-Cookie', await gone(visitor.cookies[name]))
  }
  headers.append(
    'Set-Cookie',
    await visitor.cookies.notice.serialize({ text: signedOutText(client.userAgent), kind: 'good' }),
  )
  return redirect(href(routes.access.login), { status: 303, headers })
}

function pathOrNothing(wanted: string | null | undefined): string | undefined {
  return wanted ? ownPath(wanted) : undefined
}
