import { BlockList } from 'node:net'
import { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { Log } from '#server/log.ts'
import { networksIn } from '#server/proxies.ts'
import { cloudNames, type CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import type { CloudConfig } from '#server/settings/clouds.ts'
import { Authorizing } from './authorizing.ts'
import { boxProvider } from './box/box.ts'
import type { CloudProvider } from './cloud-provider.ts'
import { dropboxProvider } from './dropbox/dropbox.ts'
import { googleProvider } from './google/google.ts'
import { CloudRequests, type Patience, type TokenSource } from './requests.ts'

/** Every provider, as the operator has registered with it. */
export const providersByName: Readonly<Record<CloudName, (config: CloudConfig) => CloudProvider>> = {
  box: boxProvider,
  dropbox: dropboxProvider,
  google: googleProvider,
}

type Deps = {
  config: { clouds: Readonly<Partial<Record<CloudName, CloudConfig>>>; publicUrl: URL }
  log: Log
  patience?: Partial<Patience>
}

export type Registered = {
  provider: CloudProvider
  authorizing: Authorizing
  /** In the name of whoever has the token. */
  requests: (token: TokenSource) => CloudRequests
}

/** The one address of ours that every provider sends people back to. */
const callbackPath = '/add/box'

/** The providers with which the operator has registered this installation. */
export class RegisteredProviders {
  readonly #deps: Deps
  readonly #known = new Map<CloudName, Registered>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  names(): CloudName[] {
    return cloudNames.filter((name) => this.#deps.config.clouds[name])
  }

  /** Throws cloudNotOffered. */
  of(cloud: CloudName): Registered {
    const registered = this.find(cloud)
    if (!registered) throw new Problem('cloudNotOffered')
    return registered
  }

  find(cloud: CloudName): Registered | null {
    const config = this.#deps.config.clouds[cloud]
    if (!config) return null
    const known = this.#known.get(cloud) ?? this.#registered(cloud, config)
    this.#known.set(cloud, known)
    return known
  }

  #registered(cloud: CloudName, config: CloudConfig): Registered {
    const { log, patience = {} } = this.#deps
    const provider = providersByName[cloud](config)
    const outgoing = outgoingTo(config)
    const redirectUri = new URL(callbackPath, this.#deps.config.publicUrl).href
    return {
      provider,
      authorizing: new Authorizing({ cloud, provider, config, redirectUri, outgoing, log }),
      requests: (token) => new CloudRequests({ cloud, token, outgoing, log, patience, ...provider.requests }),
    }
  }
}

/** Dropbox says in a header where a file is, twice, with six bytes for most characters. */
const maxHeaderSize = 128 * 1024

/** Providers are on the internet; what replaces one in tests is here. */
export function outgoingTo({ address }: Pick<CloudConfig, 'address'>): Outgoing {
  const allowed = address === null ? new BlockList() : networksIn('loopback,private')
  return new Outgoing({ allowed, maxHeaderSize })
}
