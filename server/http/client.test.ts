import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { TrustedProxies } from '#server/proxies.ts'
import { clientOf, isFromProxy } from './client.ts'

const nginx = '127.0.0.1'

/** A request as node:http gives it: who connected, and the headers. */
function from(
  remoteAddress: string,
  headers: Record<string, string> = {},
  httpVersion = '1.1',
): IncomingMessage {
  return {
    socket: { remoteAddress },
    headers: { host: 'localhost:3000', ...headers },
    httpVersion,
  } as unknown as IncomingMessage
}

function addressBehind(trusted: string, remoteAddress: string, forwardedFor: string): string {
  return clientOf(from(remoteAddress, { 'x-forwarded-for': forwardedFor }), TrustedProxies.parse(trusted)).ip
}

describe('the address of a client', () => {
  test('is the connection when no one is trusted, whatever the headers say', () => {
    expect(addressBehind('off', '203.0.113.9', '1.1.1.1')).toBe('203.0.113.9')
    expect(addressBehind('off', '::ffff:203.0.113.9', '1.1.1.1')).toBe('203.0.113.9')
  })

  test('is the last entry, and no other, when the peer is the proxy', () => {
    expect(addressBehind('on', '203.0.113.9', '9.9.9.9, 1.1.1.1')).toBe('1.1.1.1')
    expect(addressBehind('on', '10.0.0.1', '1.1.1.1, 10.0.0.2')).toBe('10.0.0.2')
    expect(addressBehind('on', '10.0.0.1', '1.1.1.1, 2001:db8::1')).toBe('2001:db8::1')
  })

  test('is the first that is no listed proxy, from the right', () => {
    const list = 'loopback, 10.0.0.0/8, 2001:db8:5::/48'
    expect(addressBehind(list, nginx, '6.6.6.6, 1.1.1.1, 10.1.2.3')).toBe('1.1.1.1')
    expect(addressBehind(list, nginx, '6.6.6.6, 2001:db8:6::1, 2001:db8:5::1, 10.1.2.3')).toBe(
      '2001:db8:6::1',
    )
    expect(addressBehind(list, nginx, '10.9.9.9, 10.1.2.3')).toBe('10.9.9.9')
  })

  test('is the connection when it comes from elsewhere than the listed proxies', () => {
    expect(addressBehind('10.0.0.0/8, ::1', nginx, '1.1.1.1')).toBe(nginx)
    expect(addressBehind('10.0.0.1', '10.0.0.2', '1.1.1.1')).toBe('10.0.0.2')
  })

  test.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('is read where it is written as %s', (written, address) => {
    expect(addressBehind('loopback', nginx, written)).toBe(address)
  })

  test.each(['', 'unknown', '_hidden', '300.1.1.1', '1.1.1.1, ', '1.1.1.1 evil'])(
    'is the proxy itself where it says %j, which is no address',
    (written) => {
      expect(addressBehind('loopback', nginx, written)).toBe(nginx)
      expect(addressBehind('on', nginx, written)).toBe(nginx)
    },
  )
})

test('the program that asks is kept in printable characters, 512 at most', () => {
  const { userAgent } = clientOf(
    from(nginx, { 'user-agent': `a\tb ${'x'.repeat(1000)}` }),
    TrustedProxies.none,
  )
  expect(userAgent).toBe(`a b ${'x'.repeat(508)}`)
})

test('forwarded headers count from trusted connections only', () => {
  const trusted = TrustedProxies.parse('192.0.2.1')
  expect(isFromProxy(from('192.0.2.1'), trusted)).toBe(true)
  expect(isFromProxy(from('192.0.2.2'), trusted)).toBe(false)
  expect(isFromProxy(from('192.0.2.1'), TrustedProxies.none)).toBe(false)
  expect(isFromProxy(from('192.0.2.1'), TrustedProxies.anyone)).toBe(true)
})
