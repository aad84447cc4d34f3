import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { isTimeUp, Patience } from './patience.ts'

const minute = 60_000

test.each([
  ['it had all of its time', { passed: minute, used: minute, lately: 6_000 }, true],
  [
    'it had more of several processors, but its time has not passed',
    { passed: 40_000, used: 80_000, lately: 12_000 },
    false,
  ],
  ['the machine is busy, and it had a tenth so far', { passed: minute, used: 6_000, lately: 600 }, false],
  [
    'the machine is busy, and it has had its time by now',
    { passed: 3 * minute, used: minute, lately: 2_000 },
    true,
  ],
  ['it waits for something that does not come', { passed: minute, used: 2_000, lately: 0 }, true],
  ['it takes hardly anything for ever', { passed: 4 * minute, used: 10_000, lately: 600 }, true],
])('a program is given up or not: %s', (_, measured, isUp) => {
  expect(isTimeUp(minute, measured)).toBe(isUp)
})

test.each(['sleep 1000', 'while :; do :; done'])('%s is given up', async (script) => {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' })
  onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'))
  const givenUp = new Promise((resolve) => new Patience(child.pid!, 200, () => resolve('given up')))
  expect(await givenUp).toBe('given up')
})
