import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { TrustedProxies } from './proxies.ts'

function configOf(trustProxy: string) {
  return readConfig({ NODE_ENV: 'test', TRUST_PROXY: trustProxy })
}

const all = ['127.0.0.1', '10.0.0.1', '203.0.113.9', '::1', '2001:db8::1']

test('no one is trusted unless told', () => {
  for (const { trustedProxies } of [configOf(''), configOf('off')]) {
    expect(all.filter((address) => trustedProxies.has(address))).toEqual([])
    expect(trustedProxies.hops).toBe(0)
  }
})

test('with "on" the peer is the proxy, one hop', () => {
  const { trustedProxies } = configOf('on')
  expect(all.filter((address) => trustedProxies.has(address))).toEqual(all)
  expect(trustedProxies.hops).toBe(1)
})

test('a list names addresses, networks and the words loopback and private', () => {
  const { trustedProxies } = configOf('203.0.113.9, 198.51.100.0/24,2001:db8::/32 ,loopback')
  for (const address of ['203.0.113.9', '198.51.100.77', '2001:db8::1', '127.0.0.1', '127.8.8.8', '::1'])
    expect([address, trustedProxies.has(address)]).toEqual([address, true])
  for (const address of ['203.0.113.8', '198.51.101.1', '2001:db9::1', '10.0.0.1', '', 'localhost'])
    expect([address, trustedProxies.has(address)]).toEqual([address, false])
})

test('private networks are those that the internet does not lead to', () => {
  const trusted = TrustedProxies.parse('private')
  for (const address of ['10.255.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1'])
    expect([address, trusted.has(address)]).toEqual([address, true])
  for (const address of ['172.32.0.1', '192.169.1.1', '127.0.0.1', '11.0.0.1', 'fe00::1'])
    expect([address, trusted.has(address)]).toEqual([address, false])
})

test.each([
  'yes',
  'ON',
  'on, 127.0.0.1',
  'localhost',
  '10.0.0.0/33',
  '::1/129',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0/8',
  '127.0.0.1,',
  '10.0.0.0/-1',
])('the start refuses TRUST_PROXY=%s and names the variable', (text) => {
  expect(() => configOf(text)).toThrow(/^TRUST_PROXY must be off, on, or addresses/)
})
