import { cloudNames, type CloudName } from '#server/rules/files/clouds.ts'
import { isLoopback } from '#server/proxies.ts'

/** What the operator got by registering this installation with a cloud storage. */
export type CloudConfig = Readonly<{
  clientId: string
  clientSecret: string
  /** For tests: one server in the place of all of the provider’s. */
  address: URL | null
}>

/** The variables of each begin with this; GOOGLE is for signing in. */
const prefixes: Readonly<Record<CloudName, string>> = {
  box: 'BOX',
  dropbox: 'DROPBOX',
  google: 'GOOGLE_DRIVE',
}

/** Those with which the operator has registered. Throws an Error that names the variable. */
export function readClouds(env: NodeJS.ProcessEnv): Readonly<Partial<Record<CloudName, CloudConfig>>> {
  return Object.freeze(Object.fromEntries(cloudNames.flatMap((name) => cloud(env, name))))
}

function cloud(env: NodeJS.ProcessEnv, name: CloudName): [CloudName, CloudConfig][] {
  const prefix = prefixes[name]
  const clientId = env[`${prefix}_CLIENT_ID`]
  const clientSecret = env[`${prefix}_CLIENT_SECRET`]
  if (!clientId && !clientSecret) return []
  if (!clientId || !clientSecret)
    throw new Error(`Files from ${name} need both ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET.`)
  return [[name, Object.freeze({ clientId, clientSecret, address: address(env, `${prefix}_ADDRESS`) })]]
}

/** Tokens go there, so no one on the way may be able to read them. */
function address(env: NodeJS.ProcessEnv, name: string): URL | null {
  const text = env[name]
  if (!text) return null
  const url = URL.parse(text)
  const isProtected = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isProtected || url.href !== `${url.origin}/`)
    throw new Error(
      `${name} is for tests: it must be an https address without a path, or http at 127.0.0.1; it is "${text}".`,
    )
  return url
}
