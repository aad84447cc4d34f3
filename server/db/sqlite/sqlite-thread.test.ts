import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { databaseFailure, isUniqueViolation } from '#server/db/errors.ts'
import { endProcess } from './sqlite.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import type { Request } from './sqlite-messages.ts'

const options = { file: '', role: 'writer' } as const
const statement = { sql: 'select 1', parameters: [] }

function entry(source: string): URL {
  const start = `import { parentPort } from 'node:worker_threads'
    await new Promise((resolve) => parentPort.once('message', resolve)); parentPort.postMessage({ rows: [], changes: null });`
  return new URL(`data:text/javascript,${encodeURIComponent(start + source)}`)
}

test('a worker that crashes is told of once, and fails what waited for it and what comes later', async () => {
  const onCrash = vi.fn<(error: Error) => void>()
  const crashing = entry(`parentPort.on('message', () => { throw new Error('broken') })`)
  const thread = await SqliteThread.open(crashing, options, onCrash)
  const waiting = [1, 2].map(() => thread.read(statement))
  const settled = await Promise.allSettled(waiting)
  expect(settled.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  await expect(thread.read(statement)).rejects.toThrow(/closed/)
  expect(onCrash).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'broken' }))
})

test('reads of one turn leave in one message, and each gets its own answer', async () => {
  const counting = entry(`let messages = 0
    parentPort.on('message', ({ kind, statements }) => {
      messages += 1
      const answers = statements.map(({ parameters }) => ({ rows: [{ messages, parameters }], changes: null }))
      for (const part of [answers.slice(0, 2), answers.slice(2)]) parentPort.postMessage({ reads: part })
    })`)
  const thread = await SqliteThread.open(counting, options, () => undefined)
  const read = (number: number) => thread.read({ sql: 'select ?', parameters: [number] })
  const answers = await Promise.all([1, 2, 3].map(read))
  expect(answers.flatMap(({ rows }) => rows)).toEqual(
    [1, 2, 3].map((number) => ({ messages: 1, parameters: [number] })),
  )
  expect((await read(4)).rows).toEqual([{ messages: 2, parameters: [4] }])
})

test('reads that cannot be sent fail by themselves, and the next are answered', async () => {
  const answering = entry(`parentPort.on('message', () => {
    parentPort.postMessage({ reads: [{ rows: ['answered'], changes: null }] })
  })`)
  const thread = await SqliteThread.open(answering, options, () => undefined)
  await expect(thread.read({ sql: 'select ?', parameters: [() => 1] })).rejects.toThrow(/could not be cloned/)
  expect((await thread.read(statement)).rows).toEqual(['answered'])
})

test('a worker that ends unasked counts as crashed', async () => {
  const onCrash = vi.fn<(error: Error) => void>()
  const ending = entry(`parentPort.on('message', () => process.exit(0))`)
  const thread = await SqliteThread.open(ending, options, onCrash)
  const message = 'The database worker ended with code 0'
  await expect(thread.read(statement)).rejects.toThrow(message)
  expect(onCrash).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message }))
})

test('a worker that cannot start fails the opening, not the process', async () => {
  const onCrash = vi.fn<(error: Error) => void>()
  const broken = new URL('data:text/javascript,throw new Error("no start")')
  await expect(SqliteThread.open(broken, options, onCrash)).rejects.toThrow('no start')
  expect(onCrash).not.toHaveBeenCalled()
})

test('by default a crash ends the process with an error', () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  endProcess(pino({ level: 'silent' }))(new Error('broken'))
  expect(exit).toHaveBeenCalledWith(1)
  exit.mockRestore()
})

test('single writes and transactions that wait take turns', async () => {
  const order: string[] = []
  const thread = {
    request: async (request: Request) => void order.push(request.kind),
    requestGroup: async ({ statements }: { statements: unknown[] }) => {
      order.push(`group of ${statements.length}`)
      return statements.map(() => ({ rows: [], changes: 0 }))
    },
  }
  const writer = new SqliteWriter(thread as unknown as SqliteThread)
  const transaction = async () => {
    await writer.begin()
    await writer.commit()
  }
  const more = () => writer.write(statement)
  await Promise.all([transaction(), more().then(more).then(more), more(), transaction()])
  expect(order).toEqual(['group of 2', 'begin', 'commit', 'group of 1', 'begin', 'commit', 'group of 1'])
})

test('a full, a busy and an unreadable database are Problems; other failures keep their code', () => {
  expect(databaseFailure('full', 'SQLITE_FULL')).toMatchObject({ problem: 'storageFull' })
  expect(databaseFailure('full', '53100')).toMatchObject({ problem: 'storageFull' })
  expect(databaseFailure('busy', 'SQLITE_BUSY')).toMatchObject({ problem: 'serverBusy' })
  expect(databaseFailure('disk I/O error', 'SQLITE_IOERR_READ')).toMatchObject({ problem: 'databaseAway' })
  expect(isUniqueViolation(databaseFailure('twice', 'SQLITE_CONSTRAINT_UNIQUE'))).toBe(true)
  expect(isUniqueViolation(databaseFailure('check', 'SQLITE_CONSTRAINT_CHECK'))).toBe(false)
})
