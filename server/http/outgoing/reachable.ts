import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { isIP, type BlockList } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A name leads only to addresses that requests from here must not reach. */
export class NotReachable extends Error {}

/**
 * Whether a request for someone else can go to an IP address: it is on the internet, or in a network that the operator
 * allows. Everything that translates to another address (mapped, NAT64, 6to4, Teredo) is refused with it.
 */
export function isReachable(address: string, allowed: BlockList): boolean {
  const version = isIP(address)
  if (version === 0) return false
  if (isIn(allowed, address)) return true
  const parsed = ipaddr.parse(address)
  // What the library has no name for is "unicast", too: of IPv6, only 2000::/3 has been assigned.
  if (parsed.kind() === 'ipv6' && ((parsed as ipaddr.IPv6).parts[0]! & 0xe000) !== 0x2000) return false
  return parsed.range() === 'unicast'
}

/** Whether an address, not a name, is in one of the networks. */
export function isIn(networks: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/**
 * A lookup for sockets that gives only addresses that may be reached: what is checked is what is connected to, so that a name
 * cannot mean another address a moment later.
 */
export function lookupOf(mayReach: (address: string) => boolean, lookup: typeof resolve = resolve) {
  return (name: string, options: LookupOptions, done: Resolved): void => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '')
      const addresses = found.filter(({ address }) => mayReach(address))
      const [first] = addresses
      if (!first) return done(new NotReachable(name), '')
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}
