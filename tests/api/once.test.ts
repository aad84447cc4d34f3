// @module-tag engines
import { describe, expect, test } from 'vitest'
import { hour } from '#tests/support/world/clock.ts'
import { codeOf, makeProgramWorld, Program } from './program.ts'

const {
  app,
  programs: [anna, ben],
} = await makeProgramWorld(['anna@example.org', 'ben@example.org'])

let keys = 0
const newKey = () => `key-${++keys}`

function create(who: Program, key: string, DocumentPath = 'Alba') {
  return who.send('POST', '/v2/folder/create/root', {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ DocumentPath }),
  })
}

async function roomsOf(who: Program): Promise<number> {
  return Number((await who.get('/v2/folder/list')).said['TotalCount'])
}

describe('a call with an Idempotency-Key', () => {
  test('is made once: sent again, even by another token, it gets the same answer', async () => {
    const [key, before] = [newKey(), await roomsOf(anna)]
    const first = await create(anna, key)
    expect(codeOf(first)).toEqual([200, 20000])
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    const other = await new Program(app).enter('anna@example.org')
    for (const who of [anna, other]) {
      const again = await create(who, key)
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    }
    expect(await roomsOf(anna)).toBe(before + 1)
  })

  test('is made once of ten at the same moment', async () => {
    const [key, before] = [newKey(), await roomsOf(anna)]
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(anna, key)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await roomsOf(anna)).toBe(before + 1)
  })

  test('is refused with other content, and made with another key', async () => {
    const key = newKey()
    await create(anna, key)
    const before = await roomsOf(anna)
    const other = await create(anna, key, 'Bruno')
    expect([...codeOf(other), other.said.StatusMessage]).toEqual([
      200,
      20422,
      'This Idempotency-Key was sent before with other content. Use another key for another call.',
    ])
    expect(await roomsOf(anna)).toBe(before)
    expect(codeOf(await create(anna, newKey(), 'Bruno'))).toEqual([200, 20000])
  })

  test('is someone else’s own, and another call’s', async () => {
    const key = newKey()
    const [ofAnna, ofBen] = [await create(anna, key), await create(ben, key)]
    expect(ofBen.said['ShareGuid']).not.toBe(ofAnna.said['ShareGuid'])
    const elsewhere = await anna.send('POST', '/v1/folder/create/root', {
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key },
      body: 'DocumentPath=Alba',
    })
    expect(elsewhere.said['ShareGuid']).not.toBe(ofAnna.said['ShareGuid'])
  })

  test('that was refused was not made, and can be sent again', async () => {
    const key = newKey()
    expect((await create(anna, key, '<b>')).said.StatusCode).toBe(20463)
    expect(codeOf(await create(anna, key))).toEqual([200, 20000])
  })

  test('is a new one after a day', async () => {
    const [key, caller] = [newKey(), await new Program(app).enter('anna@example.org', { isRemembered: true })]
    const first = await create(caller, key)
    app.clock.advance(23 * hour)
    expect((await create(caller, key)).text).toBe(first.text)
    app.clock.advance(hour)
    expect((await create(caller, key)).said['ShareGuid']).not.toBe(first.said['ShareGuid'])
  })

  test.each(['', 'a b', 'x'.repeat(256)])('whose key is “%s” is refused', async (key) => {
    expect((await create(anna, key)).said.StatusCode).toBe(20400)
  })
})

test('an upload with a key is stored once', async () => {
  const key = newKey()
  const upload = () => anna.upload(undefined, 'file', '', { 'idempotency-key': key })
  const [first, again] = [await upload(), await upload()]
  expect([again.http, again.text]).toEqual([200, first.text])
})
