import { describe, expect, test } from 'vitest'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { minute } from '#tests/support/world/clock.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { passkey } from '#tests/support/world/passkeys.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { codeOf, makeProgramWorld, Program, type Answer } from './program.ts'

const nothing = '0'.repeat(32)
const [boss, admin, member, stranger] = [
  'boss@example.org',
  'admin@example.org',
  'member@example.org',
  'stranger@example.net',
] as const
const {
  app,
  programs: [owner, manager, mary, otto],
} = await makeProgramWorld([boss, admin, member, stranger])
await makeTeam(app, [boss, admin, member], { [admin]: 1 })
const operator = await new Program(app).enter(operatorEmail, { isRemembered: true })

describe('what a team shares', () => {
  test('is listed for its owner and admins, without the people it was sent to', async () => {
    const guid = await mary.share({ RecipientEmails: '["private@example.net"]' })
    for (const who of [owner, manager]) {
      const listed = await who.post('/v3/shares/admin', { SenderUserEmail: 'Member@Example.org' })
      expect(listed.said).toMatchObject({ TotalCount: 1, Page: 1, PageSize: 200 })
      const [share] = listed.said['Shares'] as Record<string, unknown>[]
      expect(share).toMatchObject({
        ShareGuid: guid,
        DocumentPath: 'contract.pdf',
        UserEmail: member,
        RecipientsCount: 1,
        SecurityLabel: 'HIGH',
      })
      expect(listed.text).not.toContain('private@example.net')
    }
  })

  test('comes in pages, by number or from the last share on', async () => {
    app.clock.advance(minute)
    const older = await mary.share()
    app.clock.advance(minute)
    const made = [await mary.share(), older]
    const page = (fields: Record<string, string>) =>
      owner.post('/v3/shares/admin', { SenderUserEmail: member, SharePageSize: '1', ...fields })
    const [first, second] = [await page({}), await page({ Page: '2' })]
    const shareOn = ({ said }: Answer) => (said['Shares'] as { ShareGuid: string; ShareTime: string }[])[0]!
    expect([shareOn(first).ShareGuid, shareOn(second).ShareGuid]).toEqual(made)
    const { ShareGuid, ShareTime } = shareOn(first)
    const after = await page({ ShareGuid, ShareTime })
    expect(shareOn(after)).toEqual(shareOn(second))
  })

  test('is nothing to its members, to other teams and to anyone else', async () => {
    for (const who of [mary, otto, operator])
      expect((await who.post('/v3/shares/admin', { SenderUserEmail: boss })).said).toMatchObject({
        Shares: [],
        TotalCount: 0,
      })
    const elsewhere = await owner.post('/v3/shares/admin', { SenderUserEmail: stranger })
    const nowhere = await owner.post('/v3/shares/admin', { SenderUserEmail: 'nobody@example.net' })
    expect(elsewhere.said).toEqual(nowhere.said)
  })
})

/** Sends a file to an address, as someone without any token. */
async function sendTo(url: unknown): Promise<Answer> {
  const file = { name: 'plan.pdf', type: 'application/pdf', bytes: pdf(['The plan']) }
  const { contentType, body } = encodeForm([{ name: 'file', value: file }], 'multipart/form-data')
  const headers = { 'content-type': contentType, 'content-length': String(body.length) }
  return new Program(app).send('POST', new URL(String(url)).pathname, { headers, body })
}

describe('an address to upload to', () => {
  test('takes a file without a token, which then is the file of whoever asked for it', async () => {
    const { said } = await mary.get('/v1/getpresignedurl')
    expect(said).toMatchObject({ StatusCode: 20000, Method: 'POST', FieldName: 'file' })
    const { http, text } = await sendTo(said['Url'])
    expect(http).toBe(200)
    const fields = { DocumentUrl: text, RecipientEmails: '["rita@example.net"]' }
    expect((await otto.post('/v5/sharefile', fields)).said.StatusCode).toBe(20467)
    expect((await mary.post('/v5/sharefile', fields)).said.StatusCode).toBe(20000)
  })

  test('is for a folder of a room only for someone who can add files there', async () => {
    const made = await makeRoom(app, { members: { [member]: 4, [stranger]: 1 } })
    for (const who of [mary, otto]) await who.post('/v1/folder/tracks/start', { ShareGuid: made.guid })
    const path = `/v1/getpresignedurl?ParentGuid=${made.guid}`
    expect((await otto.get(path)).said.StatusCode).toBe(20440)
    const [foreign, missing] = [
      await manager.get(path),
      await manager.get(`/v1/getpresignedurl?ParentGuid=${nothing}`),
    ]
    expect([foreign.said.StatusCode, foreign.said]).toEqual([20433, missing.said])
    const { text } = await sendTo((await mary.get(path)).said['Url'])
    const added = await mary.post('/v2/folder/add/file', { ParentGuid: made.guid, DocumentUrl: text })
    expect(added.said).toMatchObject({ StatusCode: 20000, DocumentPath: 'plan.pdf' })
  })

  test('ends after ten minutes, with the token it came from, and is no address for anything else', async () => {
    const caller = await new Program(app).enter(member)
    const ask = async () => (await caller.get('/v1/getpresignedurl')).said['Url']
    const url = await ask()
    const { http } = await new Program(app).get(new URL(String(url)).pathname.replace('upload', 'download'))
    expect(http).toBe(410)
    const download = await caller.get(`/v2/vieworig/${await caller.share()}/self`)
    const link = new URL(String(download.said['DownloadUrl'])).href
    expect((await sendTo(link.replace('download', 'upload'))).http).toBe(410)
    app.clock.advance(10 * minute)
    expect((await sendTo(url)).http).toBe(410)
    const fresh = await ask()
    await caller.post('/v1/account/logout')
    expect((await sendTo(fresh)).http).toBe(410)
  })
})

describe('what is shared by a call', () => {
  const to = { RecipientEmails: '["rita@example.net"]' }

  test('can be a note: its title is DocumentPath, its text Message', async () => {
    const note = { Source: 'note', DocumentPath: 'Offer', Message: 'Ninety, until Friday.' }
    const { said } = await mary.post('/v5/sharefile', { ...to, ...note })
    expect(said.StatusCode).toBe(20000)
    const shown = await mary.get(`/v4/shares/info/${said['ShareGuid']}`)
    expect(shown.said['Share']).toMatchObject({ DocumentPath: 'Offer.txt', LinkMessage: '' })
    const file = await mary.get(`/v1/vieworig/${said['ShareGuid']}/sender`)
    expect(file.text).toBe('Ninety, until Friday.\n')
    for (const [field, value] of [
      ['DocumentPath', ''],
      ['Message', ''],
      ['Message', '<b>'],
    ] as const) {
      const refused = await mary.post('/v5/sharefile', { ...to, ...note, [field]: value })
      expect([refused.said.StatusCode === 20000, refused.said['Field']]).toEqual([false, field])
    }
  })

  test('can be locked with a passkey, which no answer and no email contains', async () => {
    const { text: DocumentUrl } = await mary.upload()
    const locked = { ...to, DocumentUrl, ShareOptions: '["passkey","webview"]' }
    const sent = await mary.post('/v5/sharefile', { ...locked, Passkey: passkey })
    expect(sent.said).toMatchObject({ StatusCode: 20000, SecurityLabel: 'HIGH' })
    await app.settle()
    const shown = await mary.get(`/v1/shares/info/${sent.said['ShareGuid']}/sender`)
    expect(shown.said['Share']).toMatchObject({
      ShareOptions: ['passkey', 'webview', 'nodownload', 'noprint'],
    })
    expect([sent.text, shown.text, JSON.stringify(await app.outbox.all())].join()).not.toContain(passkey)
    expect((await mary.get(`/v2/vieworig/${sent.said['ShareGuid']}/sender`)).said.StatusCode).toBe(20420)
  })

  test('is refused with a passkey that is too easy, missing, or would protect nothing', async () => {
    const { text: DocumentUrl } = await mary.upload()
    const send = async (fields: Record<string, string>) => {
      const { said } = await mary.post('/v5/sharefile', { ...to, DocumentUrl, ...fields })
      return [said.StatusCode === 20000, said['Field']]
    }
    const locked = { ShareOptions: '["passkey"]' }
    expect(await send(locked)).toEqual([false, 'Passkey'])
    expect(await send({ ...locked, Passkey: '1234' })).toEqual([false, 'Passkey'])
    expect(await send({ Passkey: passkey })).toEqual([false, 'Passkey'])
    expect(await send({ ...locked, Passkey: passkey })).toEqual([true, undefined])
  })
})

test('the file behind a public link comes without its watermark for its sender only', async () => {
  const [open, named] = [await mary.share({ ShareOptions: '["public"]', ...watermark }), await mary.share()]
  const remove = (who: Program, ShareGuid: string) => who.post('/v1/watermark/remove/public', { ShareGuid })
  const { said } = await remove(mary, open)
  expect(said).toMatchObject({ StatusCode: 22000 })
  expect(String(said['DownloadUrl'])).toContain('/v1/download/')
  expect(await eventKinds(app, open)).toContain('Unmarked')
  const missing = await remove(otto, nothing)
  expect(codeOf(missing)).toEqual([200, 20433])
  expect((await remove(otto, open)).said).toEqual(missing.said)
  expect((await remove(mary, named)).said).toEqual(missing.said)
  expect(codeOf(await remove(new Program(app), open))).toEqual([401, 10001])
})

const watermark = { Watermark: 'small grey' }

test('files in rooms have no comments where they are off, which is said to whoever can see them, and to no one else', async () => {
  const made = await makeRoom(app, { tree: { 'plan.pdf': 'plan' }, members: { [member]: 1 } })
  await mary.post('/v1/folder/tracks/start', { ShareGuid: made.guid })
  const guid = made.items['plan.pdf']!
  expect((await operator.get(`/v1/message/list/${guid}`)).said).toMatchObject({ Messages: [], IsOpen: false })
  const add = (who: Program, ShareGuid: string) =>
    who.post('/v1/message/add', { ShareGuid, MessageText: 'Which annex?' })
  expect((await add(operator, guid)).said.StatusCode).toBe(20442)
  const missing = await add(otto, nothing)
  expect((await add(otto, guid)).said).toEqual(missing.said)
  expect((await otto.get(`/v1/message/list/${guid}`)).said).toEqual(missing.said)
})

test('where the owner shares comments, who sees a file reads and writes them, and no one else', async () => {
  const members = { [member]: 1 } as const
  const made = await makeRoom(app, { tree: { 'plan.pdf': 'plan', 'secret.pdf': 'secret' }, members })
  const { kysely } = app.strongroom.services.database
  await kysely.updateTable('room').set({ shares_comments: 1 }).where('guid', '=', made.guid).execute()
  await makeRule(app, made.members[member]!, made.items['secret.pdf']!, -1)
  const guid = made.items['plan.pdf']!
  const add = (who: Program, ShareGuid: string, MessageText: string) =>
    who.post('/v1/message/add', { ShareGuid, MessageText })
  const list = async (who: Program, ShareGuid: string) =>
    (await who.get(`/v1/message/list/${ShareGuid}`)).said
  // Before entering, as for everything in the room.
  expect((await add(mary, guid, 'Too early')).said.StatusCode).toBe(20430)
  await mary.post('/v1/folder/tracks/start', { ShareGuid: made.guid })
  expect(codeOf(await add(mary, guid, 'Which annex?'))).toEqual([200, 20000])
  expect(codeOf(await add(operator, guid, 'Annex B.'))).toEqual([200, 20000])
  expect(await list(mary, guid)).toMatchObject({
    TotalCount: 2,
    IsOpen: true,
    Messages: [
      { MessageNumber: 1, MessageText: 'Which annex?', UserEmail: member, IsSender: false, IsOwn: true },
      { MessageNumber: 2, MessageText: 'Annex B.', IsSender: true, IsOwn: false },
    ],
  })
  expect((await add(mary, guid, '<b>')).said).toMatchObject({ StatusCode: 20463, Field: 'MessageText' })
  const missing = await add(otto, nothing, 'Hello')
  expect((await add(otto, guid, 'Hello')).said).toEqual(missing.said)
  expect(await list(otto, guid)).toEqual(missing.said)
  // What is hidden from a member does not exist for them.
  const hidden = made.items['secret.pdf']!
  expect((await add(mary, hidden, 'Hello')).said).toEqual((await add(mary, nothing, 'Hello')).said)
  await kysely
    .updateTable('room')
    .set({ archived_at: app.clock.now() })
    .where('guid', '=', made.guid)
    .execute()
  expect((await add(operator, guid, 'Late')).said.StatusCode).toBe(20440)
  expect(await list(operator, guid)).toMatchObject({ TotalCount: 2, IsOpen: false })
})

test('lists of rooms say how many there are, and have pages', async () => {
  const made = await makeRoom(app, { members: { [stranger]: 1 } })
  const before = (await otto.get('/v2/folder/list')).said
  expect(before).toMatchObject({ Page: 1, PageSize: 200, HasMore: false })
  expect(before['TotalCount']).toBe((before['Folders'] as unknown[]).length)
  expect((await otto.get('/v1/folder/list?Page=2')).said).toMatchObject({
    Folders: [],
    TotalCount: before['TotalCount'],
    Page: 2,
  })
  await operator.post('/v2/folder/manage/user', { ShareGuid: made.guid, UserEmail: stranger })
  expect((await otto.get('/v2/folder/list')).said['TotalCount']).toBe(Number(before['TotalCount']) - 1)
  await mary.post('/v2/folder/create/root', { DocumentPath: 'Alba' })
  const ofMary = (who: Program) => who.get(`/v2/folder/list/admin/${member}/`)
  expect((await ofMary(manager)).said).toMatchObject({ TotalCount: 1, Page: 1, PageSize: 50 })
  expect((await ofMary(otto)).said).toMatchObject({ Folders: [], TotalCount: 0 })
})
