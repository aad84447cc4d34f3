import type { CloudConfig } from '#server/settings/clouds.ts'
import type { CloudRequests, CloudRequestsOptions } from './requests.ts'
import type { Cloud } from './provider.ts'

/** What a provider gives for a code or a refresh token. */
export type CloudTokens = {
  access: string
  /** Null if there is none: then the access ends with its token. */
  refresh: string | null
}

/** Whose storage it is, by the provider’s own ID; the name is shown. */
export type CloudPerson = { id: string; name: string }

/** One provider: where people allow access, where tokens come from, and how its storage is read. */
export type CloudProvider = {
  /** Where people are asked, with everything of the query but client, redirect and state. */
  authorization: { address: string; query: Readonly<Record<string, string>> }
  tokenAddress: string
  /** Whether it proves by a verifier that whoever brings the code is who asked for it (RFC 7636). */
  hasVerifier: boolean
  /** The scope without which nothing could be read, where people can leave it out; null where they cannot. */
  requiredScope: string | null
  /** The request that takes the access back. */
  revocation: (tokens: CloudTokens, config: CloudConfig) => Revocation
  requests: Pick<CloudRequestsOptions, 'problemOf' | 'mayLeadTo'>
  person: (requests: CloudRequests, signal: AbortSignal) => Promise<CloudPerson>
  cloud: (requests: CloudRequests) => Cloud
}

export type Revocation = { address: string; headers?: Record<string, string>; form?: Record<string, string> }

/** The addresses of a provider, or those of the one server that replaces all of them in tests. */
export function hostsOf<Host extends string>(
  { address }: CloudConfig,
  hosts: Readonly<Record<Host, string>>,
): Readonly<Record<Host, string>> {
  if (!address) return hosts
  return Object.fromEntries(Object.keys(hosts).map((host) => [host, address.origin])) as Record<Host, string>
}
