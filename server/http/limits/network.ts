import { isIPv4, isIPv6 } from 'node:net'

/** What counts as one origin: an IPv4 address, or the /64 that a single IPv6 customer has. */
export function networkOf(ip: string): string {
  const plain = withoutPrefix(ip)
  return isIPv6(plain) ? `${firstGroups(plain, 4)}::/64` : plain
}

/**
 * An origin and its neighbours, who may well be the same person: the /24 of an IPv4 address, the /48 of an IPv6 one.
 */
export function neighboursOf(ip: string): string {
  const plain = withoutPrefix(ip)
  if (isIPv6(plain)) return `${firstGroups(plain, 3)}::/48`
  return isIPv4(plain) ? plain.replace(/\d+$/, '0/24') : plain
}

/** An IPv4 address that is written as an IPv6 one, as itself. */
function withoutPrefix(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
}

/** The first groups of an IPv6 address, 16 bits each. */
function firstGroups(ip: string, count: number): string {
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, count)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
