import { BlockList, isIP } from 'node:net'

/** Networks with a name of their own in TRUST_PROXY and OUTGOING_NETWORKS. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Whose X-Forwarded-* headers count. `hops` says how many entries of X-Forwarded-For are trusted at most: one if the
 * peer is the proxy, otherwise as many as come from listed proxies.
 */
export class TrustedProxies {
  static readonly none = new TrustedProxies(new BlockList(), 0)
  /** The peer is the one proxy. */
  static readonly anyone = new TrustedProxies(null, 1)

  readonly hops: number
  readonly #list: BlockList | null

  private constructor(list: BlockList | null, hops: number) {
    this.#list = list
    this.hops = hops
  }

  /**
   * From `off`, `on`, or networks. Throws an Error that says which part cannot be parsed.
   */
  static parse(text: string): TrustedProxies {
    if (text === 'off') return TrustedProxies.none
    if (text === 'on') return TrustedProxies.anyone
    return new TrustedProxies(networksIn(text), Infinity)
  }

  /** Whether a connection from this address, or an entry of X-Forwarded-For with it, is one of the proxies. */
  has(address: string): boolean {
    if (!this.#list) return true
    const version = isIP(address)
    return version !== 0 && this.#list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/**
 * Comma-separated addresses and networks, among them the words `loopback` and `private`. Throws an Error that says which
 * part cannot be parsed.
 */
export function networksIn(text: string): BlockList {
  const list = new BlockList()
  const parts = text.split(',').map((part) => part.trim())
  for (const part of parts.flatMap((one) => named[one] ?? [one])) add(list, part)
  return list
}

const isHere = networksIn('loopback')

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && isHere.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

function add(list: BlockList, part: string): void {
  const [address = '', prefix, ...more] = part.split('/')
  const version = isIP(address)
  const max = version === 4 ? 32 : 128
  const length = prefix === undefined ? max : Number(prefix)
  const isPrefix = prefix === undefined || /^\d{1,3}$/.test(prefix)
  if (version === 0 || more.length > 0 || !isPrefix || length > max) {
    throw new Error(`"${part}" is neither an address nor a network`)
  }
  list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
}
