import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { Reader } from 'mmdb-lib'
import type { Response } from 'mmdb-lib'
import { countryName } from '#server/rules/text/countries.ts'

type Entry = { country_code?: string }

const data = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
let reader: Promise<Reader<Response> | null> | undefined

// The data names countries for some of these; no one on the internet has such an address.
const nowhere = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const) {
  nowhere.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  nowhere.addSubnet(net, prefix, 'ipv6')
}

/** The two-letter country of a network address; '' for private, unknown and malformed ones. */
export async function countryOf(ip: string): Promise<string> {
  const address = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(address)
  if (version === 0 || nowhere.check(address, version === 4 ? 'ipv4' : 'ipv6')) return ''
  reader ??= load()
  const entry = ((await reader)?.get(address) ?? null) as Entry | null
  return entry?.country_code ?? ''
}

/** The country of a network address in words; '' if unknown. */
export async function placeOf(ip: string): Promise<string> {
  return countryName(await countryOf(ip))
}

// 8 MB in one buffer, read with the first address. Without it, reading a file still works.
async function load(): Promise<Reader<Response> | null> {
  try {
    return new Reader(await readFile(createRequire(import.meta.url).resolve(data)))
  } catch (error) {
    process.emitWarning(`The countries of addresses are unknown: ${String(error)}`)
    return null
  }
}
