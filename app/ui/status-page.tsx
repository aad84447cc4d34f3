import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { useContext } from 'react'
import { problems, type ProblemName } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product.ts'
import { href } from '../routes.ts'
import type { Posted } from '../web/context.ts'
import { Brand } from './brand.tsx'
import { Reference } from './reference.ts'
import { SendAgain } from './send-again.tsx'

type Told = {
  title: string
  text: string
  status: number
  mayChangeReader?: boolean
  again?: Posted | null
  needsSignIn?: boolean
}

/** A failure as a page: what happened, what it means, what to do. Never a stack. */
export function StatusPage() {
  const told = tell(useRouteError())
  const reference = useContext(Reference)
  return (
    <>
      <header>
        <Brand />
      </header>
      <main id="content">
        <div className="sheet stack">
          <h1>{told.title}</h1>
          <p>{told.text}</p>
          <p className="small soft">Status {told.status}</p>
          {told.status >= 500 && reference ? <p className="small soft">Reference: {reference}</p> : null}
          {told.again ? <SendAgain {...told.again} needsSignIn={told.needsSignIn ?? false} /> : null}
          <p>
            {told.mayChangeReader ? (
              <a href={href('logout')}>Sign out to use another address</a>
            ) : (
              <a href={href('home')}>Go to the start page</a>
            )}
          </p>
        </div>
      </main>
    </>
  )
}

/** The title of a page whose content may have failed: the failure's own then. */
export function titleOrFailure(error: unknown): { title: string }[] {
  return [{ title: error ? `${tell(error).title} – ${productName}` : productName }]
}

function tell(error: unknown): Told {
  if (!isRouteErrorResponse(error)) return unexpected
  const { problem, text, again } = (error.data ?? {}) as {
    problem?: ProblemName
    text?: string
    again?: Posted | null
  }
  if (problem && problem in problems) {
    return {
      title: titles[problem] ?? 'This did not work',
      text: text ?? problems[problem].text,
      status: error.status,
      mayChangeReader: problem === 'notRecipient',
      again: again ?? null,
      needsSignIn: problem === 'notSignedIn',
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
  killed: 'Unshared',
  expired: 'Expired',
  destructed: 'Destructed',
  notRecipient: 'Not shared with you',
  identityNeeded: 'Who are you?',
  processing: 'Encrypting',
  renderError: 'Cannot be shown',
  downloadNotAllowed: 'Download not allowed',
  printNotAllowed: 'Printing not allowed',
  openFirst: 'Open the file first',
  tooManyTries: 'Too many tries',
  linkUsedUp: 'This link no longer works',
  registrationClosed: 'No new accounts',
  formExpired: 'This form is too old',
  foreignForm: 'Refused',
  databaseAway: 'Out of reach for a moment',
  storageAway: 'Files are out of reach for a moment',
  storageFull: 'No room left',
  serverBusy: 'Busy just now',
  unexpected: 'Something went wrong',
}
