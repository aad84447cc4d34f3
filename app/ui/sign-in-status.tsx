import { href, routes } from '#app/routes.ts'
import type { Constraints } from '#app/request/constraints.server.ts'
import type { SignInPages } from '#app/request/sign-in/sign-in-page.server.ts'
import { EmailField } from './forms/credential-fields.tsx'
import { Form, Submit } from './forms/form.tsx'
import { SignInButtons } from './forms/sign-in-buttons.tsx'
import { SignInForm } from './forms/sign-in-form.tsx'

export type ShownSignIn = {
  [Name in keyof SignInPages]: { problem: Name; constraints: Constraints } & SignInPages[Name]
}[keyof SignInPages]

/** What someone can do if a sign-in could not continue, or has to be repeated. */
export function SignInStatus({ signIn }: { signIn: ShownSignIn }) {
  switch (signIn.problem) {
    case 'sessionEnded':
      return <SignInForm options={signIn.options} wanted={signIn.wanted} constraints={signIn.constraints} />
    case 'signInRestricted':
      return signIn.options.length > 0 ? (
        <SignInButtons options={signIn.options} />
      ) : (
        <p>The sign-in methods your team allows aren’t set up here. Ask your team’s administrator.</p>
      )
    case 'domainLocked':
      return <LockedDomain {...signIn} />
    case 'proofEnded':
      return <IdentifyAgain {...signIn} />
  }
}

type IdentifyAgainProps = { share: string; to?: string | undefined; constraints: Constraints }

/** The first step of the recipients' sign-in page, where the reader was. */
function IdentifyAgain({ share, to, constraints }: IdentifyAgainProps) {
  return (
    <>
      <Form intent="ask" action={href(routes.access.fileLogin, {}, { share, to })} constraints={constraints}>
        <input type="hidden" name="share" value={share} />
        <EmailField label="Your email address" hint="We’ll email you a six-digit code." enterKeyHint="send" />
        <Submit className="btn-main wide">Send code</Submit>
      </Form>
      <p className="small">
        Have an account?{' '}
        <a
          href={href(routes.access.login, {}, { to: to ?? href(routes.reading.entry, { ShareGuid: share }) })}
        >
          Sign in instead
        </a>
      </p>
    </>
  )
}

function LockedDomain({ domain, mayAsk }: { domain: string; mayAsk: boolean }) {
  return (
    <>
      <p>
        The team that owns <strong>{domain}</strong> decides who signs in with its addresses. Everything
        you’ve sent and received is still yours, and no one else can see it. You can do one of two things:
      </p>
      <ul>
        <li>
          <strong>Join the team.</strong>{' '}
          {mayAsk
            ? 'Its administrators get your request and decide.'
            : `Sign in, and you can ask the team’s administrators at ${domain} from here.`}
          {mayAsk ? (
            <Form intent="joinTeam" action={href(routes.team.domainLock, {}, { domain })}>
              <Submit>Join the team</Submit>
            </Form>
          ) : null}
        </li>
        <li>
          <strong>Change your email.</strong>{' '}
          {mayAsk
            ? `Your account moves to an address outside ${domain}.`
            : `Sign in, and you can move your account to an address outside ${domain} from here.`}
          {mayAsk ? (
            <p>
              <a className="btn" href={href(routes.team.changeEmail)}>
                Change my email …
              </a>
            </p>
          ) : null}
        </li>
      </ul>
      <p className="small soft">You can still open files shared with you, using a code we email you.</p>
    </>
  )
}
