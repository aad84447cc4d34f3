import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { parametersOf, routeAt } from './matching.ts'

/** The table as the router ranks it, whatever the order of its lines. */
const ranked = everyRoute.map(({ id, path }) => ({ id, path }))
const read = (address: string) => matchRoutes(ranked, address)?.at(-1)?.route.id

test('every address leads where the router would lead it', () => {
  for (const { path } of everyRoute) {
    for (const value of ['x', 'bin', 'trace', 'terms', 'request', 'a@b.example']) {
      const address = path.replace(/:\w+/g, value).replace('*', 'deep/down')
      expect(routeAt(address).id, address).toBe(read(address))
    }
  }
})

test.each(['/d/a%2Fb', '/D/%61b/', '/view/x/page/2', '/rooms/a/why/b%20c/%252F', '/home'])(
  'the parameters of %s are those that the router reads',
  (address) => {
    expect(parametersOf(routeAt(address), address)).toEqual(matchRoutes(ranked, address)?.at(-1)?.params)
  },
)

test.each(['/HOME', '/home/', '/home//', '/%68ome', '/d/a%2Fb', '//home', '/home/x', '/'])(
  '%s is read as the router reads it',
  (address) => {
    expect(routeAt(address).id).toBe(read(address))
  },
)
