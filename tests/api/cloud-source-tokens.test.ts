import { afterAll, expect, test } from 'vitest'
import { BoxServer } from '#tests/services/box.ts'
import { DropboxServer } from '#tests/services/dropbox.ts'
import { makeUser, operatorEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { codeOf, Program } from './program.ts'

const [box, dropbox] = [await new BoxServer().listen(), await new DropboxServer().listen()]
afterAll(() => Promise.all([box.close(), dropbox.close()]))
const { app, room } = await makeWorld({
  config: { clouds: { box: box.config, dropbox: dropbox.config } },
  room: {},
})
await makeUser(app, { email: 'other@example.org' })
const program = await new Program(app).enter(operatorEmail)
const other = await new Program(app).enter('other@example.org')

const connect = async (who: Program) =>
  String((await who.post('/v2/users/token/add', tokenFields())).said['TokenValue'])
const tokenFields = () => ({ TokenSource: 'Box2', TokenValue: box.giveTokens().access })
const share = (who: Program, fields: Record<string, string>) =>
  who.post('/v5/sharefile', { Source: 'Box2', RecipientEmails: '["rita@example.net"]', ...fields })
const add = (who: Program, fields: Record<string, string>) =>
  who.post('/v2/folder/add/file', { ParentGuid: room.guid, Source: 'Box2', ...fields })
const rowsOf = async () => {
  const { kysely } = app.strongroom.services.database
  return JSON.stringify(await kysely.selectFrom('cloud_connection').selectAll().execute())
}

test('a file is copied with a token of the call, which is kept nowhere', async () => {
  const DocumentUrl = box.addFile('offer.txt', 'an offer')
  for (const SourceTokens of [
    box.giveTokens().access,
    JSON.stringify({ TokenSource: 'Box2', TokenValue: box.giveTokens().access, TokenSecret: '' }),
  ]) {
    expect(codeOf(await share(program, { DocumentUrl, SourceTokens }))).toEqual([200, 20000])
    const added = await add(program, { DocumentUrl, SourceTokens })
    expect(added.said).toMatchObject({ StatusCode: 20000, DocumentPath: 'offer.txt' })
  }
  expect(await rowsOf()).toBe('[]')
})

test('the name of a connection reads with it, and only for whom it is', async () => {
  const DocumentUrl = box.addFile('lease.txt', 'the lease')
  const SourceTokens = await connect(program)
  expect((await add(program, { DocumentUrl, SourceTokens })).said.StatusCode).toBe(20000)
  expect((await share(other, { DocumentUrl, SourceTokens })).said.StatusCode).toBe(20480)
  expect((await add(other, { DocumentUrl, SourceTokens })).said.StatusCode).toBe(20433)
})

test('a token that the provider does not take copies nothing, and what is none is refused unasked', async () => {
  const DocumentUrl = box.addFile('secret.txt', 'a secret')
  expect((await share(program, { DocumentUrl, SourceTokens: 'made-up' })).said.StatusCode).toBe(20480)
  const before = box.requests.length
  for (const SourceTokens of [
    'two words',
    'x\r\nHost: evil.example',
    '{"TokenValue":7}',
    '{',
    'x'.repeat(4001),
  ])
    expect((await share(program, { DocumentUrl, SourceTokens })).said.StatusCode).toBe(20400)
  expect(box.requests).toHaveLength(before)
})

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://127.0.0.1:9/x',
  'https://boxcloud.com.example/x',
])('a download that leads to %s is not followed', async (away) => {
  const DocumentUrl = box.addFile('away.txt', 'away')
  box.downloadsLeadTo = away
  const { access } = box.giveTokens()
  expect((await share(program, { DocumentUrl, SourceTokens: access })).said.StatusCode).toBe(20485)
  expect((await add(program, { DocumentUrl, SourceTokens: access })).said.StatusCode).toBe(20485)
  box.downloadsLeadTo = null
})

test('a source needs its own storage: a token of Dropbox, or a folder, gives no file of Box', async () => {
  const DocumentUrl = box.addFolder('Folder')
  expect((await share(program, { DocumentUrl, SourceTokens: box.giveTokens().access })).said.StatusCode).toBe(
    20483,
  )
  const named = { DocumentUrl: dropbox.addFile('plan.txt', 'the plan'), Source: 'Dropbox2' }
  expect((await share(program, { ...named, SourceTokens: box.giveTokens().access })).said.StatusCode).toBe(
    20480,
  )
  expect(
    (await share(program, { ...named, SourceTokens: dropbox.giveTokens().access })).said.StatusCode,
  ).toBe(20000)
  expect(
    (await share(program, { ...named, Source: 'Google', DocumentUrl: '0'.repeat(20) })).said.StatusCode,
  ).toBe(20404)
})
