import { Writable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { currentLogContext, withLogContext, makeLog, type Log } from './log.ts'

let log: Log
let written: string

beforeEach(() => {
  written = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk)
      done()
    },
  })
  log = makeLog('trace', stream)
})

function lines(): Record<string, unknown>[] {
  return written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('what is logged during a request carries its id, however deep', async () => {
  await withLogContext({ request: 'abc' }, async () => {
    log.info('first')
    await Promise.resolve()
    log.info({ file: 'f' }, 'second')
  })
  log.info('third')
  expect(lines()).toMatchObject([
    { msg: 'first', request: 'abc', level: 'info' },
    { msg: 'second', request: 'abc', file: 'f' },
    { msg: 'third' },
  ])
  expect(lines()[2]).not.toHaveProperty('request')
})

test('work of its own carries its own marks only', () => {
  withLogContext({ request: 'abc' }, () => {
    withLogContext({ job: 'j' }, () => log.info('job'))
    log.info({ extra: 1 }, 'request')
    expect(currentLogContext()).toEqual({ request: 'abc' })
  })
  expect(lines()[0]).toMatchObject({ job: 'j' })
  expect(lines()[0]).not.toHaveProperty('request')
  expect(lines()[1]).not.toHaveProperty('job')
})

test('an error is logged with its words, code, stack and cause, and nothing else that it carries', () => {
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', address: '10.0.0.1' })
  const error = Object.assign(new TypeError('broke', { cause }), {
    body: 'secret body',
    response: { envelope: 'secret envelope' },
  })
  log.error({ err: error }, 'failed')
  expect(lines()[0]).toMatchObject({
    err: { type: 'TypeError', message: 'broke', cause: { message: 'refused', code: 'ECONNREFUSED' } },
  })
  expect((lines()[0] as { err: { stack: string } }).err.stack).toContain('log.test.ts')
  expect(written).not.toMatch(/secret|10\.0\.0\.1/)
})

const guid = '0123456789abcdef0123456789abcdef'

test.each([
  ['550 <rita@example.net>: no such user', '550 <(address)>: no such user'],
  ["EACCES: permission denied, open '/data/outbox/2026-x-rita.o'neil@example.net.eml'", 'rita'],
  [`Invalid URL: https://files.example.com/file/${guid}`, guid],
  [`no route matches /access/activated/${guid}${guid}`, guid],
  [`bad address /access/reset?link=${guid}&x=1`, guid],
])('an error that says "%s" is logged without what no one should read', (message, absentOrExpected) => {
  log.error({ err: new Error(message) }, 'failed')
  const { err } = lines()[0] as { err: { message: string; stack: string } }
  if (absentOrExpected.includes('(address)')) expect(err.message).toBe(absentOrExpected)
  else expect(written).not.toContain(absentOrExpected)
  expect(written).not.toContain('example.net')
})

test('a stack keeps the names of packages and files', () => {
  const error = new Error('x')
  error.stack = 'Error: x\n    at f (/srv/app/node_modules/@remix-run/node/dist/index.js:1:2)'
  log.error({ err: error }, 'failed')
  expect(lines()[0]).toMatchObject({ err: { stack: error.stack } })
})

test('what was thrown without being an error is logged as text', () => {
  log.error({ err: 'rita@example.net left' }, 'failed')
  expect(lines()[0]).toMatchObject({ err: { type: 'string', message: '(address) left' } })
})
