import { expect, test } from 'vitest'
import { isPromised, programOf } from '../../support/program.ts'
import { describeProxy } from './journey.ts'

const caddy = programOf('caddy')

test('Caddy is there to be tested with, where that was promised', () => {
  expect(caddy !== null || !isPromised, 'Caddy is missing: apt-get install caddy').toBe(true)
})

if (caddy) {
  describeProxy('caddy', caddy, { largeBytes: 64 * 1024 * 1024 })
}
