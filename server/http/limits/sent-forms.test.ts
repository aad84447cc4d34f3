// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { SentForms } from './sent-forms.ts'

let world: World
let forms: SentForms
/** How often a form was worked on. */
let times: number

beforeEach(async () => {
  world = await openWorld()
  forms = formsOf(world)
  times = 0
})

/** Those of one process; no one waits longer than it takes to look again. */
function formsOf({ database, clock, log }: World, pause = async (): Promise<void> => {}): SentForms {
  return new SentForms({ database, clock, log, pause })
}

async function send(
  at: SentForms,
  { key = 'a', work = async () => `made ${++times}`, isKept = true, keptFor = 60_000 } = {},
): Promise<string> {
  return at.once({
    key,
    keptFor,
    work,
    keep: async (answer) => (isKept ? answer : null),
    repeat: async (kept) => `${kept}, told again`,
  })
}

test('of twenty sendings at the same moment in two processes one is worked on, and all are told what it made', async () => {
  const other = formsOf(world)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at % 2 === 0 ? forms : other)))
  expect(times).toBe(1)
  expect(answers.toSorted()).toEqual(['made 1', ...Array<string>(19).fill('made 1, told again')])
})

test('another form is worked on by itself', async () => {
  expect([await send(forms), await send(forms, { key: 'b' })]).toEqual(['made 1', 'made 2'])
})

test('a sending that failed never was, for anyone who waited for it too', async () => {
  const begun = Promise.withResolvers<(error: Error) => void>()
  const first = send(forms, { work: () => new Promise((_, reject) => begun.resolve(reject)) })
  const fail = await begun.promise
  const waits = Promise.withResolvers<void>()
  const second = send(formsOf(world, async () => waits.resolve()))
  await waits.promise
  fail(new Error('wrong field'))
  await expect(first).rejects.toThrow('wrong field')
  expect(await second).toBe('made 1')
})

test('an answer that is not kept is given again', async () => {
  expect(await send(forms, { isKept: false })).toBe('made 1')
  expect(await send(forms)).toBe('made 2')
})

test('after its time a sending is a new one, and the sweep removes it', async () => {
  await send(forms)
  await send(forms, { key: 'b', keptFor: 120_000 })
  world.now += 60_000
  expect(await send(forms)).toBe('made 3')
  world.now += 60_000
  expect([await forms.sweep(), await forms.sweep()]).toEqual([2, 0])
})

test('what a process that died had begun is begun again once its lease is over', async () => {
  const left = {
    key: 'a',
    held_by: 'dead',
    held_until: world.now + 15_000,
    outcome: null,
    ends_at: world.now + 60_000,
  }
  await world.database.kysely.insertInto('sent_form').values(left).execute()
  await expect(send(forms)).rejects.toMatchObject({ problem: 'formUnderWay' })
  world.now += 15_000
  expect(await send(forms)).toBe('made 1')
})

test('a clock that was set back keeps no one waiting', async () => {
  const ahead = world.now + 3_600_000
  const left = { key: 'a', held_by: 'dead', held_until: ahead, outcome: null, ends_at: ahead }
  await world.database.kysely.insertInto('sent_form').values(left).execute()
  expect(await send(forms)).toBe('made 1')
})
