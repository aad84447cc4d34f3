import { afterAll, expect, test } from 'vitest'
import { DropboxServer } from '#tests/services/dropbox.ts'
import { makeUser, operatorEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { codeOf, Program } from './program.ts'

const dropbox = await new DropboxServer().listen()
afterAll(() => dropbox.close())
const { app } = await makeWorld({ config: { clouds: { dropbox: dropbox.config } } })
await makeUser(app, { email: 'other@example.org' })
const program = await new Program(app).enter(operatorEmail)
const other = await new Program(app).enter('other@example.org')

const list = '/v3/users/token/list'
const ask = (who: Program, what: 'add' | 'refresh' | 'delete', fields: Record<string, string> = {}) =>
  who.post(`/v2/users/token/${what}`, { TokenSource: 'Dropbox2', ...fields })

test('a program connects storage with its tokens, renews them and disconnects, and never gets one back', async () => {
  const { access, refresh } = dropbox.giveTokens()
  const added = await ask(program, 'add', { TokenValue: access, TokenSecret: refresh! })
  expect(codeOf(added)).toEqual([200, 20000])
  expect(added.said).toMatchObject({
    TokenSource: 'Dropbox2',
    AccountName: 'anna@cloud.example',
    IsConnected: true,
  })
  const listed = await program.get(list)
  expect(listed.said['Tokens']).toMatchObject([{ TokenSource: 'Dropbox2', TokenSecret: '' }])
  const renewed = await ask(program, 'refresh')
  expect(codeOf(renewed)).toEqual([200, 20000])
  for (const secret of dropbox.secrets)
    for (const { text } of [added, listed, renewed]) expect(text).not.toContain(secret)
  expect((await other.get(list)).said['Tokens']).toEqual([])
  expect(codeOf(await ask(other, 'refresh'))[1]).toBe(20480)
  expect(codeOf(await ask(other, 'delete'))).toEqual([200, 20000])
  expect((await program.get(list)).said['Tokens']).toHaveLength(1)
  expect(codeOf(await ask(program, 'delete'))).toEqual([200, 20000])
  expect((await program.get(list)).said['Tokens']).toEqual([])
})

test('tokens that the provider does not take, and sources that there are none of, connect nothing', async () => {
  expect(codeOf(await ask(program, 'add', { TokenValue: 'made up' }))[1]).toBe(20480)
  expect(codeOf(await ask(program, 'add'))[1]).toBe(20400)
  expect(codeOf(await ask(program, 'add', { TokenSource: 'OneDrive', TokenValue: 'x' }))[1]).toBe(20400)
  expect(codeOf(await ask(program, 'add', { TokenSource: 'Box2', TokenValue: 'x' }))[1]).toBe(20404)
  expect((await program.get(list)).said['Tokens']).toEqual([])
})

test('without a token of an account there is no answer', async () => {
  const stranger = new Program(app)
  expect(codeOf(await stranger.get(list))[1]).toBe(10001)
  for (const what of ['add', 'refresh', 'delete'] as const)
    expect(codeOf(await ask(stranger, what, { TokenValue: 'x' }))[1]).toBe(10001)
})
