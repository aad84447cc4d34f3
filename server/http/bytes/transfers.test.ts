import { expect, test } from 'vitest'
import { Transfers, shareOfEach } from './transfers.ts'

/** A client with a connection, and how that ends. */
function client(ip: string) {
  const ends: (() => void)[] = []
  const whenOver = (then: () => void): void => void ends.push(then)
  return { ip, userAgent: '', whenOver, end: () => ends.splice(0).forEach((then) => then()) }
}

function enter(transfers: Transfers, ip: string, person: string | null = null) {
  const one = client(ip)
  transfers.enter(one, person)
  return one
}

const full = expect.objectContaining({ problem: 'tooManyTransfers', http: 503 })

test('one network has so many places, and a place is free again when its exchange is over', () => {
  const transfers = new Transfers(10)
  const first = enter(transfers, '203.0.113.1')
  enter(transfers, '203.0.113.1')
  expect(() => enter(transfers, '203.0.113.1')).toThrow(full)
  enter(transfers, '203.0.113.2')
  first.end()
  enter(transfers, '203.0.113.1')
  expect(() => enter(transfers, '203.0.113.1')).toThrow(full)
})

test('all addresses of one IPv6 customer are one network', () => {
  const transfers = new Transfers(5)
  enter(transfers, '2001:db8:1:2::1')
  expect(() => enter(transfers, '2001:db8:1:2:ffff::9')).toThrow(full)
  enter(transfers, '2001:db8:1:3::1')
})

test('strangers from everywhere leave a quarter to people who are known', () => {
  const transfers = new Transfers(8)
  for (let host = 1; host <= 6; host++) enter(transfers, `203.0.113.${host}`)
  expect(() => enter(transfers, '203.0.113.7')).toThrow(full)
  enter(transfers, '203.0.113.7', 'rita@example.net')
  enter(transfers, '203.0.113.7', 'rita@example.net')
  expect(() => enter(transfers, '203.0.113.7', 'rita@example.net')).toThrow(full)
})

test('people who are known are counted by themselves and not by the network that they share with strangers', () => {
  const transfers = new Transfers(5)
  enter(transfers, '203.0.113.1')
  enter(transfers, '203.0.113.1', 'rita@example.net')
  enter(transfers, '203.0.113.1', 'paul@example.net')
  expect(() => enter(transfers, '198.51.100.1', 'rita@example.net')).toThrow(full)
})

test('of pages one network or person has half of the places, so that an office behind one address meets no end', () => {
  const pages = new Transfers(1000, shareOfEach.pages)
  for (let page = 1; page <= 500; page++) enter(pages, '203.0.113.1')
  expect(() => enter(pages, '203.0.113.1')).toThrow(full)
  for (let page = 1; page <= 250; page++) enter(pages, '203.0.113.2')
  expect(() => enter(pages, '203.0.113.3')).toThrow(full)
  enter(pages, '203.0.113.1', 'rita@example.net')
})

test('what has no connection holds no place', () => {
  const transfers = new Transfers(1)
  const noConnection = { ip: '203.0.113.1', userAgent: '' }
  transfers.enter(noConnection, null)
  expect(() => transfers.enter(noConnection, null)).not.toThrow()
})
