import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Work that goes on until it is ended by name. */
class Works {
  readonly started: string[] = []
  readonly #ends = new Map<string, (failed?: Error) => void>()

  begin(name: string): Promise<string> {
    this.started.push(name)
    return new Promise((resolve, reject) => {
      this.#ends.set(name, (failed) => (failed ? reject(failed) : resolve(name)))
    })
  }

  end(name: string, failed?: Error): void {
    this.#ends.get(name)!(failed)
  }
}

test('so many run at once, and the others follow in their order', async () => {
  const [turns, works] = [new Turns({ atOnce: 2, mostWaiting: 9 }), new Works()]
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.take(() => works.begin(name)))
  expect(works.started).toEqual(['a', 'b'])
  works.end('b')
  await all[1]
  expect(works.started).toEqual(['a', 'b', 'c'])
  for (const name of ['c', 'a']) works.end(name)
  await Promise.all([all[0], all[2]])
  expect(works.started).toEqual(['a', 'b', 'c', 'd'])
  works.end('d')
  expect(await all[3]).toBe('d')
})

test('what fails gives its turn on too', async () => {
  const [turns, works] = [new Turns({ atOnce: 1, mostWaiting: 9 }), new Works()]
  const [failing, waiting] = [turns.take(() => works.begin('a')), turns.take(() => works.begin('b'))]
  works.end('a', new Error('no'))
  await expect(failing).rejects.toThrow('no')
  works.end('b')
  expect(await waiting).toBe('b')
})

test('who comes when too many wait is told so at once, and a turn is free again afterwards', async () => {
  const [turns, works] = [new Turns({ atOnce: 1, mostWaiting: 1 }), new Works()]
  const [first, second] = [turns.take(() => works.begin('a')), turns.take(() => works.begin('b'))]
  await expect(turns.take(() => works.begin('c'))).rejects.toMatchObject({ problem: 'serverBusy' })
  works.end('a')
  await first
  works.end('b')
  await second
  const last = turns.take(() => works.begin('d'))
  works.end('d')
  expect(await last).toBe('d')
})
