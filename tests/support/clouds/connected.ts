import { CloudRequests, type Patience } from '#server/clouds/requests.ts'
import { outgoingTo, providersByName } from '#server/clouds/providers.ts'
import type { Cloud } from '#server/clouds/provider.ts'
import { makeLog } from '#server/log.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import type { CloudServer } from '#tests/services/cloud-server.ts'

/** The storage at a local provider, with tokens that are replaced as often as the provider wants. */
export function connectedCloud(
  name: CloudName,
  server: CloudServer,
  patience: Partial<Patience> = {},
): Cloud {
  const provider = providersByName[name](server.config)
  let access = server.giveTokens().access
  const token = async (refused?: string): Promise<string> => {
    if (refused === access) access = server.giveTokens().access
    return access
  }
  const outgoing = outgoingTo(server.config)
  const options = { cloud: name, token, outgoing, log: makeLog('silent'), patience, ...provider.requests }
  return provider.cloud(new CloudRequests(options))
}

/** The same for someone who took the access back. */
export function lostCloud(name: CloudName, server: CloudServer): Cloud {
  const provider = providersByName[name](server.config)
  const token = async (refused?: string): Promise<string> => {
    if (refused !== undefined) throw new Problem('cloudDisconnected')
    return 'ended'
  }
  const options = { cloud: name, token, outgoing: outgoingTo(server.config), log: makeLog('silent') }
  return provider.cloud(new CloudRequests({ ...options, ...provider.requests }))
}
