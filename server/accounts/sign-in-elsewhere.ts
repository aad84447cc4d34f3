import { Confirmations } from './confirmations.ts'
import { Identities } from './identities.ts'
import { OpenId } from './open-id.ts'
import { Providers } from './providers.ts'
import { SignInFlows } from './sign-in-flows.ts'

/** The services with which people sign in by another server. */
export type SignInElsewhere = {
  signInFlows: SignInFlows
  openId: OpenId
  providers: Providers
  identities: Identities
  confirmations: Confirmations
}

type Needs = ConstructorParameters<typeof OpenId>[0] &
  Omit<ConstructorParameters<typeof Providers>[0], 'openId' | 'flows'> &
  ConstructorParameters<typeof Identities>[0]

export function makeSignInElsewhere(needs: Needs): SignInElsewhere {
  const signInFlows = new SignInFlows(needs)
  const openId = new OpenId(needs)
  const providers = new Providers({ ...needs, openId, flows: signInFlows })
  const identities = new Identities(needs)
  const confirmations = new Confirmations({ flows: signInFlows, identities })
  return { signInFlows, openId, providers, identities, confirmations }
}
