import { isLoopback } from '#server/proxies.ts'
import type { ProviderName } from '#server/rules/accounts/sign-in-methods.ts'

export type ProviderConfig = Readonly<{
  issuer: URL
  clientId: string
  clientSecret: string
  /** Microsoft only: the one tenant whose people can sign in, or null for all. */
  tenant: string | null
}>

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A provider with its name, or nothing if the operator has not registered with it. */
export function readProvider(env: NodeJS.ProcessEnv, name: ProviderName): [ProviderName, ProviderConfig][] {
  const prefix = name.toUpperCase()
  const clientId = env[`${prefix}_CLIENT_ID`]
  const clientSecret = env[`${prefix}_CLIENT_SECRET`]
  if (!clientId && !clientSecret) return []
  if (!clientId || !clientSecret) {
    throw new Error(`Signing in with ${name} needs both ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`)
  }
  const tenant = (name === 'microsoft' && env['MICROSOFT_TENANT']?.toLowerCase()) || null
  if (tenant && !guid.test(tenant)) {
    throw new Error(
      `MICROSOFT_TENANT must be the tenant's id, like 8eaef023-2b34-4da1-9baa-8bc8c9d6a490; it is "${tenant}".`,
    )
  }
  const issuer = issuerAddress(env, `${prefix}_ISSUER`, standardIssuer(name, tenant))
  return [[name, Object.freeze({ issuer, clientId, clientSecret, tenant })]]
}

function standardIssuer(name: ProviderName, tenant: string | null): string {
  if (name === 'google') return 'https://accounts.google.com'
  if (name === 'linkedin') return 'https://www.linkedin.com/oauth'
  return `https://login.microsoftonline.com/${tenant ?? 'common'}/v2.0`
}

/** What comes from an issuer is trusted, so no one on the way may be able to change it. */
function issuerAddress(env: NodeJS.ProcessEnv, name: string, standard: string): URL {
  const url = URL.parse(env[name] || standard)
  const isProtected = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isProtected || url.search || url.hash || url.username) {
    throw new Error(
      `${name} must be an https address, or http at 127.0.0.1 for testing; it is "${env[name]}".`,
    )
  }
  return url
}
