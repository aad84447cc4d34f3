import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { ChangeMethods, MethodsRow } from './methods.tsx'
import { OidcSetup, SamlSetup } from './provider-forms.tsx'
import type { TestBegun } from './provider.server.ts'
import { EndProvider, ProviderRow, TestStarted } from './provider.tsx'
import { SecondFactorRow } from './second-factor.tsx'
import { SignOutRow } from './sign-out.tsx'
import type { SignInData } from './sign-in.server.ts'

type Props = { data: SignInData; answer: unknown }

function SignIn({ data, answer: given }: Props) {
  if (isTestBegun(given)) return <TestStarted begun={given} here={data.here} />
  const answer = given as FormAnswer | undefined
  const { provider } = data
  if (data.change) return <ChangeMethods change={data.change} here={data.here} answer={answer} />
  if (provider.panel === 'oidc') return <OidcSetup data={provider} answer={answer} />
  if (provider.panel === 'saml') return <SamlSetup data={provider} answer={answer} />
  if (provider.panel !== null) return <EndProvider data={provider} answer={answer} />
  return (
    <>
      <MethodsRow methods={data.methods} here={data.here} answer={answer} />
      <SecondFactorRow rule={data.secondFactor} here={data.here} answer={answer} />
      <SignOutRow rule={data.signOut} here={data.here} answer={answer} />
      <ProviderRow data={provider} answer={answer} />
    </>
  )
}

function isTestBegun(answer: unknown): answer is TestBegun {
  return typeof answer === 'object' && answer !== null && 'address' in answer
}

export const signInView = { View: SignIn } satisfies TeamView<SignInData>
