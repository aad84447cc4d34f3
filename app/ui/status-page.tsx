import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { useContext } from 'react'
import { entryOf, problems, type ProblemName } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import type { Posted } from '#app/request/context.ts'
import { settingsPath } from './tab-names.ts'
import { Brand } from './brand.tsx'
import { Ended, type EndedShown } from './ended.tsx'
import { Reference } from './reference.ts'
import { SendAgain, type FirstStep } from './forms/send-again.tsx'
import { CompanyBar } from './frame/door-bar.tsx'
import { SenderHead } from './frame/sender-head.tsx'
import { SignInStatus, type ShownSignIn } from './sign-in-status.tsx'
import { UpgradeText } from './forms/upgrade-text.tsx'
import { SkipTarget } from './skip-link.tsx'

type StatusPageProps = {
  title: string
  text: string
  status: number
  mayChangeReader?: boolean
  again?: Posted | null
  isAskedAgain?: boolean
  first?: FirstStep | null
  signIn?: ShownSignIn | null
  ended?: EndedShown | null
}

/** A failure as a page: what happened, what it means, what to do. Never a stack. */
export function StatusPage() {
  const shown = tell(useRouteError())
  const reference = useContext(Reference)
  const { pathname, search } = useLocation()
  const wayOn = shown.isAskedAgain ? { to: pathname + search, label: 'Try again' } : wayOnFrom(shown)
  const share = /^\/(?:file|view)\/([0-9a-f]{32})(?![^/])/.exec(pathname)?.[1]
  return (
    <>
      {shown.ended?.door ? (
        <CompanyBar {...shown.ended.door} />
      ) : (
        <header>
          <Brand />
        </header>
      )}
      <main>
        <SkipTarget />
        <div className="card stack">
          {shown.ended?.ask ? <SenderHead sender={shown.ended.ask} /> : null}
          <h1>{shown.title}</h1>
          <p role={shown.signIn ? 'status' : undefined}>
            <UpgradeText>{shown.text}</UpgradeText>
          </p>
          {shown.signIn ? <SignInStatus signIn={shown.signIn} /> : null}
          {shown.ended ? <Ended ended={shown.ended} /> : null}
          {shown.status >= 500 && reference ? <p className="small soft">Reference: {reference}</p> : null}
          {shown.again ? <SendAgain {...shown.again} first={shown.first ?? null} /> : null}
          {shown.mayChangeReader && share ? (
            <p>
              <a href={href(routes.requests.access, { ShareGuid: share })}>Ask for access</a>
            </p>
          ) : null}
          {wayOn ? (
            <p>
              <a href={wayOn.to}>{wayOn.label}</a>
            </p>
          ) : null}
        </div>
      </main>
    </>
  )
}

/** The title of a page that shows a failure. */
export function titleOfFailure(error: unknown): string {
  return tell(error).title
}

/** Where to go from here; nowhere, if the page itself has the form that continues. */
function wayOnFrom({
  mayChangeReader,
  signIn,
  ended,
  again,
  first,
  status,
}: StatusPageProps): { to: string; label: string } | null {
  if (ended) return null
  if (mayChangeReader) return { to: href(routes.access.logout), label: 'Sign out and use another address' }
  if (first && !again && status === 403) return first
  if (!signIn) return { to: href(routes.home.index), label: 'Go to home page' }
  return status === 403 ? { to: href(routes.access.login), label: 'Back to sign-in' } : null
}

function tell(error: unknown): StatusPageProps {
  if (!isRouteErrorResponse(error)) return unexpected
  const { problem, text, again, isAskedAgain, signIn, ended } = (error.data ?? {}) as {
    problem?: ProblemName
    text?: string
    again?: Posted | null
    isAskedAgain?: boolean
    signIn?: ShownSignIn
    ended?: EndedShown
  }
  if (problem && problem in problems) {
    return {
      title: ended?.title ?? entryOf(problem).title ?? 'That didn’t work',
      text: text ?? problems[problem].text,
      status: error.status,
      mayChangeReader: problem === 'notRecipient',
      again: again ?? null,
      isAskedAgain: isAskedAgain ?? false,
      first: firstSteps[problem] ?? null,
      signIn: signIn ?? null,
      ended: ended ?? null,
    }
  }
  if (error.status === 404)
    return { title: problems.notFound.title, text: problems.notFound.text, status: 404 }
  if (error.status === 405) {
    return { title: 'That didn’t work', text: problems.wrongMethod.text, status: 405 }
  }
  return { ...unexpected, status: error.status }
}

/** What someone does before the form that was refused can be sent again. */
const firstSteps: Partial<Record<ProblemName, FirstStep>> = {
  notSignedIn: { to: href(routes.access.login), label: 'Sign in' },
  secondFactorFirst: { to: settingsPath('twofactor'), label: 'Set up two-step verification' },
  confirmFirst: { to: href(routes.operator.confirm), label: 'Confirm it’s you' },
  accountUnfinished: { to: href(routes.home.index), label: 'Finish setting up your account' },
}

const unexpected: StatusPageProps = {
  title: problems.unexpected.title,
  text: problems.unexpected.text,
  status: 500,
}
