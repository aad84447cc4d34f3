import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from '#tests/support/sources/sources.ts'

const folder = path.join(root, 'build/client/assets')
const max = 14 * 1024

/** The sheets that some pages have besides the whole one, and the smaller one of the pages at the door. */
const besides = ['admin', 'figures', 'viewer']
const door = 'door-pages'

/** What a sheet of the build weighs as it is sent. */
function sent(name: string): number {
  const found = sheets().filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.css$`).test(file))
  expect(found, name).toHaveLength(1)
  return gzipSync(readFileSync(path.join(folder, found[0]!))).length
}

function sheets(): string[] {
  return readdirSync(folder).filter((file) => file.endsWith('.css'))
}

test('all rules of style that any page needs are at most 14 KB as they are sent', () => {
  expect(sheets()).toHaveLength(besides.length + 2)
  const whole = sent('app')
  for (const name of besides) expect(whole + sent(name), name).toBeLessThanOrEqual(max)
  expect(sent(door)).toBeLessThan(whole)
})
