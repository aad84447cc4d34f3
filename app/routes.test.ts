import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { addresses, nameOf } from './routes.ts'

/** The table as the router ranks it, whatever the order of its lines. */
const ranked = Object.entries(addresses).map(([id, [path]]) => ({ id, path }))
const read = (address: string) => matchRoutes(ranked, address)?.at(-1)?.route.id

test('every address leads where the router would lead it', () => {
  for (const [path] of Object.values(addresses)) {
    for (const value of ['x', 'bin', 'trace', 'terms', 'request', 'a@b.example']) {
      const address = path.replace(/:\w+/g, value).replace('*', 'deep/down')
      expect(nameOf(address), address).toBe(read(address))
    }
  }
})

test.each(['/HOME', '/home/', '/home//', '/%68ome', '/d/a%2Fb', '//home', '/home/x', '/'])(
  '%s is read as the router reads it',
  (address) => {
    expect(nameOf(address)).toBe(read(address))
  },
)
