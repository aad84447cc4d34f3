import { signInForm } from '#server/accounts/forms.ts'
import { problems } from '#server/rules/problems.ts'
import { codeRequestForm } from '#server/viewing/entry/forms.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import type { SignInOption } from './sign-in-options.server.ts'

/** What a page shows if a sign-in cannot continue, or has to be repeated; `app/ui/sign-in-status.tsx` renders it. */
export type SignInPages = {
  sessionEnded: { wanted: string; options: SignInOption[] }
  signInRestricted: { options: SignInOption[] }
  domainLocked: { domain: string; mayAsk: boolean }
  proofEnded: { share: string; to?: string | undefined }
}

/** The response that the error boundaries turn into such a page, with the HTTP status of its Problem. */
export function signInPage<Name extends keyof SignInPages>(
  problem: Name,
  shown: SignInPages[Name],
): Response {
  const { text, http } = problems[problem]
  const constraints = constraintsOf({ signIn: signInForm, ask: codeRequestForm })
  return Response.json({ problem, text, signIn: { problem, constraints, ...shown } }, { status: http })
}
