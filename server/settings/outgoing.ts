import { BlockList } from 'node:net'
import { networksIn } from '#server/proxies.ts'

/**
 * The networks of OUTGOING_NETWORKS: what requests to addresses that users enter can reach besides the internet. Throws
 * an Error that says which part cannot be parsed.
 */
export function readOutgoingNetworks({ OUTGOING_NETWORKS: text }: NodeJS.ProcessEnv): BlockList {
  try {
    return text ? networksIn(text) : new BlockList()
  } catch (error) {
    throw new Error(
      `OUTGOING_NETWORKS must be addresses, networks, "loopback" or "private", separated by commas: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}
