import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { useContext } from 'react'
import { problems, type ProblemName } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import { href } from '#app/routes.ts'
import type { Posted } from '#app/request/context.ts'
import { Brand } from './brand.tsx'
import { Ended, type EndedShown } from './ended.tsx'
import { Reference } from './reference.ts'
import { SendAgain } from './forms/send-again.tsx'
import { SignInStatus, type ShownSignIn } from './sign-in-status.tsx'

type Told = {
  title: string
  text: string
  status: number
  mayChangeReader?: boolean
  again?: Posted | null
  needsSignIn?: boolean
  signIn?: ShownSignIn | null
  ended?: EndedShown | null
}

/** A failure as a page: what happened, what it means, what to do. Never a stack. */
export function StatusPage() {
  const told = tell(useRouteError())
  const reference = useContext(Reference)
  const wayOn = wayOnFrom(told)
  const share = /^\/(?:file|view)\/([0-9a-f]{32})(?![^/])/.exec(useLocation().pathname)?.[1]
  return (
    <>
      <header>
        <Brand />
      </header>
      <main id="content">
        <div className="sheet stack">
          <h1>{told.title}</h1>
          <p role={told.signIn ? 'status' : undefined}>{told.text}</p>
          {told.signIn ? <SignInStatus signIn={told.signIn} /> : null}
          {told.ended ? <Ended ended={told.ended} /> : null}
          {told.status >= 500 && reference ? <p className="small soft">Reference: {reference}</p> : null}
          {told.again ? <SendAgain {...told.again} needsSignIn={told.needsSignIn ?? false} /> : null}
          {told.mayChangeReader && share ? (
            <p>
              <a href={href('requestAccess', { ShareGuid: share })}>Ask for access</a>
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

/** The title of a page whose content may have failed: the failure's own then. */
export function titleOrFailure(error: unknown): { title: string }[] {
  return [{ title: error ? `${tell(error).title} – ${productName}` : productName }]
}

/** Where one goes from here; nowhere, when the page itself holds the form that goes on. */
function wayOnFrom({ mayChangeReader, signIn, ended, status }: Told): { to: string; label: string } | null {
  if (ended) return null
  if (mayChangeReader) return { to: href('logout'), label: 'Sign out to use another address' }
  if (!signIn) return { to: href('home'), label: 'Go to the start page' }
  return status === 403 ? { to: href('login'), label: 'Back to sign-in' } : null
}

function tell(error: unknown): Told {
  if (!isRouteErrorResponse(error)) return unexpected
  const { problem, text, again, signIn, ended } = (error.data ?? {}) as {
    problem?: ProblemName
    text?: string
    again?: Posted | null
    signIn?: ShownSignIn
    ended?: EndedShown
  }
  if (problem && problem in problems) {
    return {
      title: titles[problem] ?? 'This did not work',
      text: text ?? problems[problem].text,
      status: error.status,
      mayChangeReader: problem === 'notRecipient',
      again: again ?? null,
      needsSignIn: problem === 'notSignedIn',
      signIn: signIn ?? null,
      ended: ended ?? null,
    }
  }
  if (error.status === 404) return { title: 'Nothing here', text: problems.notFound.text, status: 404 }
  if (error.status === 405) {
    return { title: 'This did not work', text: problems.wrongMethod.text, status: 405 }
  }
  return { ...unexpected, status: error.status }
}

const unexpected: Told = { title: 'Something went wrong', text: problems.unexpected.text, status: 500 }

const titles: Partial<Record<ProblemName, string>> = {
  notFound: 'Nothing here',
  notSignedIn: 'Please sign in',
  sessionEnded: 'Sign in again',
  accountUnfinished: 'One more step first',
  signInRestricted: 'Sign in another way',
  domainLocked: 'This domain is locked',
  killed: 'Unshared',
  expired: 'Expired',
  destructed: 'Destructed',
  notRecipient: 'Not shared with you',
  identityNeeded: 'Who are you?',
  proofEnded: 'Who are you?',
  processing: 'Encrypting',
  renderError: 'Cannot be shown',
  roomClosed: 'Data room closed',
  roomExpired: 'Access ended',
  memberSuspended: 'Access suspended',
  downloadNotAllowed: 'Download not allowed',
  printNotAllowed: 'Printing not allowed',
  viewNotAllowed: 'For download only',
  textNotAllowed: 'Pages only',
  printsUsedUp: 'No copies left',
  passkeyNeeded: 'The passkey first',
  termsNeeded: 'Terms first',
  nameNeeded: 'Your name first',
  namedPeopleOnly: 'For named people only',
  openFirst: 'Open the file first',
  tooManyTries: 'Too many tries',
  linkUsedUp: 'This link no longer works',
  providerAway: 'Out of reach for a moment',
  notInTeam: 'Not in the team',
  secondFactorFirst: 'A second factor first',
  identityTaken: 'Not connected',
  onlyWayIn: 'Not removed',
  registrationClosed: 'No new accounts',
  formExpired: 'This form is too old',
  foreignForm: 'Refused',
  databaseAway: 'Out of reach for a moment',
  storageAway: 'Files are out of reach for a moment',
  storageFull: 'No room left',
  serverBusy: 'Busy just now',
  unexpected: 'Something went wrong',
}
