import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { root } from '#tests/support/sources/sources.ts'

const folder = path.join(root, 'build/client/assets')
const max = 14 * 1024

/** What a sheet of the build weighs as it is sent. */
function sent(name: RegExp): number {
  const found = readdirSync(folder).filter((file) => name.test(file))
  expect(found).toHaveLength(1)
  return gzipSync(readFileSync(path.join(folder, found[0]!))).length
}

test('all rules of style that any page needs are at most 14 KB as they are sent', () => {
  expect(readdirSync(folder).filter((file) => file.endsWith('.css'))).toHaveLength(3)
  const whole = sent(/^app-[\w-]+\.css$/)
  // The viewer has a sheet besides the whole one.
  expect(whole + sent(/^viewer-[\w-]+\.css$/)).toBeLessThanOrEqual(max)
  expect(sent(/^door-pages-[\w-]+\.css$/)).toBeLessThan(whole)
})
