import { expect, test } from 'vitest'
import { isPromised, programOf } from '../../support/program.ts'
import { describeProxy } from './journey.ts'

const nginx = programOf('nginx')

test('nginx is there to be tested with, where that was promised', () => {
  expect(nginx !== null || !isPromised, 'nginx is missing: apt-get install nginx-light').toBe(true)
})

if (nginx) {
  describeProxy('nginx', nginx, { largeBytes: 1024 * 1024 * 1024 })
}
