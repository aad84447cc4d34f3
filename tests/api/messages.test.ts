import { expect, test } from 'vitest'
import { makeUser } from '#tests/support/world/make.ts'
import { codeOf, makeProgramWorld, Program } from './program.ts'

const nothing = '0'.repeat(32)

const {
  app,
  programs: [sender, reader, other, stranger],
} = await makeProgramWorld([
  'sender@example.org',
  'reader@example.org',
  'other@example.org',
  'stranger@example.org',
])

function shared(): Promise<string> {
  return sender.share({ RecipientEmails: '["reader@example.org","other@example.org"]' })
}

const list = (who: Program, guid: string, query = '') => who.get(`/v1/message/list/${guid}${query}`)
const add = (who: Program, fields: Record<string, string>) => who.post('/v1/message/add', fields)

test('sender and recipient write to each other; another recipient sees nothing of it', async () => {
  const guid = await shared()
  expect(codeOf(await add(reader, { ShareGuid: guid, MessageText: 'Which annex?' }))).toEqual([200, 20000])
  const threads = await list(sender, guid)
  expect(threads.said).toMatchObject({
    TotalCount: 2,
    Threads: [
      { RecipientUserEmail: 'reader@example.org', UnreadCount: 1 },
      { RecipientUserEmail: 'other@example.org', UnreadCount: 0, LastTime: null },
    ],
  })
  const ofReader = '?RecipientEmail=reader@example.org'
  const messages = await list(sender, guid, ofReader)
  expect(messages.said).toMatchObject({
    IsOpen: true,
    TotalCount: 1,
    Messages: [
      { MessageNumber: 1, MessageText: 'Which annex?', IsSender: false, IsOwn: false, IsRead: false },
    ],
  })
  // Looking changes nothing; an answer says up to where was read.
  expect((await list(sender, guid, ofReader)).said).toMatchObject({ UnreadCount: 1 })
  const answered = { RecipientEmail: 'Reader@Example.org', MessageText: 'Annex B.', ReadTo: '1' }
  expect(codeOf(await add(sender, { ShareGuid: guid, ...answered }))).toEqual([200, 20000])
  expect((await list(sender, guid, ofReader)).said).toMatchObject({ UnreadCount: 0 })
  expect((await list(reader, guid)).said).toMatchObject({
    UnreadCount: 1,
    Messages: [{ IsOwn: true }, { MessageText: 'Annex B.', IsSender: true, IsOwn: false }],
  })
  const ofOther = await list(other, guid)
  expect(ofOther.said).toMatchObject({ Messages: [], TotalCount: 0 })
  expect((await list(other, guid, ofReader)).said).toMatchObject({ Messages: [] })
})

test('nothing is written without a text, with markup, or to no one', async () => {
  const guid = await shared()
  for (const MessageText of ['', '<b>now</b>']) {
    const { said } = await add(reader, { ShareGuid: guid, MessageText })
    expect([said.StatusCode, said['Field']]).toEqual([20463, 'MessageText'])
  }
  for (const RecipientEmail of ['', 'nobody@example.net']) {
    const { said } = await add(sender, { ShareGuid: guid, MessageText: 'Hello', RecipientEmail })
    expect(said.StatusCode).toBe(20400)
  }
  expect(codeOf(await list(sender, guid, '?RecipientEmail=nobody@example.net'))).toEqual([200, 20400])
  expect((await list(reader, guid)).said).toMatchObject({ TotalCount: 0 })
})

test('a closed share has no messages for its recipient; its sender reads them and writes none', async () => {
  const guid = await shared()
  await add(reader, { ShareGuid: guid, MessageText: 'Thank you' })
  await sender.post('/v3/shares/disable', { ShareGuid: guid })
  expect(codeOf(await list(reader, guid))).toEqual([200, 20410])
  expect(codeOf(await add(reader, { ShareGuid: guid, MessageText: 'Still?' }))).toEqual([200, 20410])
  const { said } = await list(sender, guid, '?RecipientEmail=reader@example.org')
  expect(said).toMatchObject({ IsOpen: false, Messages: [{ MessageText: 'Thank you' }] })
  const late = { ShareGuid: guid, RecipientEmail: 'reader@example.org', MessageText: 'Late' }
  expect((await add(sender, late)).said.StatusCode).not.toBe(20000)
})

test('strangers are told the same of what is there and what is not', async () => {
  const guid = await shared()
  const [here, gone] = [await list(stranger, guid), await list(stranger, nothing)]
  expect([codeOf(here), here.text]).toEqual([[200, 20433], gone.text])
  const write = (ShareGuid: string) => add(stranger, { ShareGuid, MessageText: 'Hello' })
  const [written, lost] = [await write(guid), await write(nothing)]
  expect([codeOf(written), written.text]).toEqual([[200, 20433], lost.text])
  expect(codeOf(await list(new Program(app), guid))).toEqual([401, 10001])
})

test('received files are listed by mode, without the name of what is closed', async () => {
  await makeUser(app, { email: 'lister@example.org' })
  const lister = await new Program(app).enter('lister@example.org')
  const share = () => sender.share({ RecipientEmails: '["lister@example.org"]', ExpiryDate: '2027-03-01' })
  const [killed, opened, fresh] = [await share(), await share(), await share()]
  await sender.post('/v3/shares/disable', { ShareGuid: killed })
  await lister.post('/v3/tracks/start', { ShareGuid: opened })
  const received = async (fields: Record<string, string>) => {
    const { said } = await lister.post('/v5/receives', fields)
    return (said['Receives'] as Record<string, unknown>[]).map((file) => file['ShareGuid'])
  }
  expect((await received({})).toSorted()).toEqual([killed, opened, fresh].toSorted())
  expect(await received({ ReceiveMode: 'new' })).toEqual([fresh])
  expect(await received({ ReceiveMode: 'Opened' })).toEqual([opened])
  expect(await received({ ReceiveMode: 'over' })).toEqual([killed])
  expect(await received({ SenderUserEmail: 'nobody@example.net' })).toEqual([])
  const { said } = await lister.post('/v5/receives', { ReceiveMode: 'over' })
  expect(said).toMatchObject({
    TotalCount: 1,
    Page: 1,
    HasMore: false,
    Receives: [
      {
        DocumentPath: null,
        IsOpen: false,
        MayView: false,
        ExpiryDate: null,
        UserEmail: 'sender@example.org',
      },
    ],
  })
  const first = await lister.post('/v5/receives', { SharePageSize: '2' })
  expect(first.said).toMatchObject({ TotalCount: 3, PageSize: 2, HasMore: true })
  expect(await received({ SharePageSize: '2', Page: '2' })).toHaveLength(1)
  expect((await stranger.post('/v5/receives')).said).toMatchObject({ Receives: [], TotalCount: 0 })
  for (const [name, value] of [
    ['ReceiveMode', 'lost'],
    ['Page', '0'],
    ['SharePageSize', '201'],
  ] as const)
    expect(codeOf(await lister.post('/v5/receives', { [name]: value }))).toEqual([200, 20400])
})
