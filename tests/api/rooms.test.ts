import { describe, expect, test } from 'vitest'
import { second } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom, makeRule, type MadeRoom } from '#tests/support/world/rooms.ts'
import { codeOf, makeProgramWorld, Program, type Answer } from './program.ts'

const nothing = '0'.repeat(32)
const [viewer, contributor, other, coming] = [
  'mia@example.net',
  'carl@example.net',
  'otto@example.net',
  'nora@example.net',
] as const
const tree = { Board: { 'minutes.pdf': 'minutes' }, Contracts: { 'lease.pdf': 'lease' }, 'plan.pdf': 'plan' }

const {
  app,
  programs: [mia, carl, otto],
} = await makeProgramWorld([viewer, contributor, other])
const owner = await new Program(app).enter(operatorEmail, { isRemembered: true })

/** A room from whose viewer the folder Board is hidden; both members have entered. */
async function roomWithHidden(): Promise<MadeRoom> {
  const made = await makeRoom(app, { tree, members: { [viewer]: 1, [contributor]: 4 } })
  await makeRule(app, made.members[viewer]!, made.items['Board']!, -1)
  for (const who of [mia, carl]) await who.post('/v1/folder/tracks/start', { ShareGuid: made.guid })
  return made
}

function browse(who: Program, ShareGuid: string): Promise<Answer> {
  return who.post('/v2/folder/browse', { ShareGuid })
}

function rowsOf({ said }: Answer) {
  return (said['Files'] as { DocumentPath: string; Index: string }[]).map((row) => [
    row.Index,
    row.DocumentPath,
  ])
}

async function memberOf(made: MadeRoom, email: string) {
  const { said } = await owner.get(`/v2/folder/manage/user?ShareGuid=${made.guid}`)
  const members = said['Members'] as Record<string, unknown>[]
  return members.find((member) => member['RecipientEmail'] === email)
}

describe('reading a room', () => {
  test('numbers what each person sees, without a gap for what is hidden', async () => {
    const { guid } = await roomWithHidden()
    expect(rowsOf(await browse(owner, guid))).toEqual([
      ['#1', 'Board'],
      ['#2', 'Contracts'],
      ['#3', 'plan.pdf'],
    ])
    const seen = await browse(mia, guid)
    expect(rowsOf(seen)).toEqual([
      ['#1', 'Contracts'],
      ['#2', 'plan.pdf'],
    ])
    expect(seen.said['TotalCount']).toBe(2)
    expect(seen.text).not.toContain('Board')
  })

  test('answers about what is hidden as about nothing, and so does a room of others', async () => {
    const { guid, items } = await roomWithHidden()
    const missing = await browse(mia, nothing)
    expect(codeOf(missing)).toEqual([200, 20433])
    expect((await browse(mia, items['Board']!)).said).toEqual(missing.said)
    expect((await browse(otto, guid)).said).toEqual(missing.said)
    expect(codeOf(await browse(new Program(app), guid))).toEqual([401, 10001])
  })

  test('begins with entering, and ends with being taken out', async () => {
    const made = await makeRoom(app, { tree, members: { [viewer]: 1 } })
    expect((await browse(mia, made.guid)).said.StatusCode).toBe(20430)
    const { said } = await mia.get(`/v2/folder/firstaccess/${made.guid}`)
    expect(said).toMatchObject({ IsFirstAccess: true, MustEnter: true, FirstAccess: null })
    await mia.post('/v1/folder/tracks/start', { ShareGuid: made.guid })
    expect((await browse(mia, made.guid)).said.StatusCode).toBe(20000)
    await owner.post('/v2/folder/manage/user', { ShareGuid: made.guid, UserEmail: viewer })
    expect((await browse(mia, made.guid)).said.StatusCode).toBe(20433)
  })

  test('names the right path for a room of the other version', async () => {
    const { guid } = await makeRoom(app, { version: 1 })
    const { said } = await browse(owner, guid)
    expect(said).toMatchObject({ StatusCode: 20400, StatusMessage: expect.stringContaining('/v1/') })
    const info = await owner.get(`/v1/shares/info/${guid}/folder`)
    expect(info.said['Room']).toMatchObject({ Version: 1, Permission: 'Owner' })
  })

  test('lists own rooms and those of others that one is in', async () => {
    const { guid } = await roomWithHidden()
    const listed = async (who: Program) => {
      const { said } = await who.get('/v2/folder/list')
      return (said['Folders'] as { ShareGuid: string }[]).map(({ ShareGuid }) => ShareGuid)
    }
    expect(await listed(mia)).toContain(guid)
    expect(await listed(otto)).not.toContain(guid)
  })
})

describe('files of a room', () => {
  test('are told, measured and downloaded as the right allows', async () => {
    const { items } = await roomWithHidden()
    const plan = items['plan.pdf']!
    const info = await mia.get(`/v1/folder/view/fileinfo/${plan}`)
    expect(info.said['File']).toMatchObject({ DocumentPath: 'plan.pdf', MayDownload: false })
    const download = (who: Program, as: string) => who.get(`/v1/folder/downloadfile/${plan}/${as}`)
    expect((await download(mia, 'self')).said.StatusCode).toBe(20440)
    expect((await download(mia, 'folderowner')).said.StatusCode).toBe(20435)
    expect((await download(mia, 'ownerasrecipient')).said.StatusCode).toBe(20435)
    expect((await download(owner, 'folderowner')).said.StatusCode).toBe(22000)
    expect((await download(owner, 'sender')).said.StatusCode).toBe(20435)
    expect((await mia.post('/v1/watermark/remove/folder', { ShareGuid: plan })).said.StatusCode).toBe(20435)
    expect((await mia.get(`/v1/folder/view/fileinfo/${items['Board/minutes.pdf']}`)).said.StatusCode).toBe(
      20433,
    )
    const { said } = await mia.post('/v1/folder/tracks/start', { ShareGuid: plan })
    const stopped = await mia.post('/v1/folder/tracks/stop', { TrackId: String(said['TrackId']) })
    expect(stopped.said.StatusCode).toBe(20000)
  })

  test('list the first few and what happened in the fields of the specification', async () => {
    const { guid, items } = await roomWithHidden()
    const file = items['Contracts/lease.pdf']!
    const { said } = await mia.post('/v1/folder/tracks/start', { ShareGuid: file })
    app.clock.advance(30 * second)
    await mia.post('/v1/folder/tracks/stop', { TrackId: String(said['TrackId']) })
    const info = { email: 'mia@work.example', reason: 'Due diligence' }
    const action = { ShareGuid: file, Status: 'View', Visitorinfo: JSON.stringify(info) }
    expect((await mia.post('/v1/folder/tracks/action/', action)).said.StatusCode).toBe(20000)
    expect((await owner.post('/v1/folder/tracks/start', { ShareGuid: file })).said['TrackId']).toBeNull()

    for (const status of ['View', 'time']) {
      const top = await owner.get(`/v2/folder/top/${status}/${guid}`)
      const figures = {
        RecipientTotalViewCount: 1,
        RecipientTotalViewSeconds: 30,
        TotalViewedMethod: 'measured',
      }
      expect(top.said['Files']).toMatchObject([{ ShareGuid: file, DocumentPath: 'lease.pdf', ...figures }])
      const who = { RecipientUserGuid: expect.stringMatching(/^[0-9a-f]{32}$/), RecipientUserEmail: viewer }
      expect(top.said['Members']).toMatchObject([{ ...who, UserEmail: viewer, ...figures }])
    }
    for (const status of ['Download', 'Print'])
      expect((await owner.get(`/v2/folder/top/${status}/${guid}`)).said).toMatchObject({
        Files: [],
        Members: [],
      })
    expect((await owner.get(`/v2/folder/top/Forward/${guid}`)).said.StatusCode).toBe(20400)

    const details = await owner.get(`/v2/folder/tracks/details/${guid}`)
    const tracks = details.said['Tracks'] as Record<string, unknown>[]
    const of = (kind: string) => tracks.filter(({ Status }) => Status === kind)
    const stopped = of('Stop')[0]!
    expect(stopped['ViewStopTime']).toBe(stopped['ViewStartTime'])
    expect(of('View')).toMatchObject([{ ViewStopTime: null, VisitorInfo: null, UserEmail: viewer }])
    expect(of('VisitorInfo')).toMatchObject([{ VisitorInfo: info, UserEmail: viewer }])
    expect(of('Previewed')).toHaveLength(1)
    expect(details.said['Totals']).toMatchObject({ ViewCount: 1, MembersCount: 2 })

    const old = await makeRoom(app, { version: 1 })
    const { said: top } = await owner.get(`/v1/folder/top/View/${old.guid}`)
    expect(top).toMatchObject({ StatusCode: 20000, Files: [], Members: [] })
    const { said: made } = await owner.get(`/v1/folder/tracks/details/${old.guid}`)
    expect(made).toMatchObject({ StatusCode: 20000, HasMore: false, PageSize: 200 })
  })

  test('count the time that a program measures, under the file', async () => {
    const { guid, items } = await roomWithHidden()
    const [file, { tracking }] = [items['Contracts/lease.pdf']!, app.strongroom.services]
    const track = async (seconds: number) => {
      const { said } = await mia.post('/v1/folder/tracks/start', { ShareGuid: file })
      app.clock.advance(seconds * second)
      return mia.post('/v1/folder/tracks/stop', { TrackId: String(said['TrackId']) })
    }
    expect((await track(75)).said).toMatchObject({ ViewSeconds: 75, Method: 'measured' })
    expect((await track(20)).said).toMatchObject({ ViewSeconds: 20 })
    expect((await tracking.visits(file)).rows).toMatchObject([
      { email: viewer, seconds: 95, method: 'measured' },
    ])
    const { said } = await owner.get(`/v2/folder/tracks/details/${guid}`)
    const stops = (said['Tracks'] as Record<string, unknown>[]).filter(({ Status }) => Status === 'Stop')
    expect(stops).toMatchObject([
      { ShareGuid: file, DocumentPath: 'lease.pdf', UserEmail: viewer, Detail: { seconds: 20 } },
      { ShareGuid: file, DocumentPath: 'lease.pdf', UserEmail: viewer, Detail: { seconds: 75 } },
    ])
  })

  test('come in by who can add, belong to the owner, and are told of once', async () => {
    const { guid, items } = await roomWithHidden()
    const file = { name: 'offer.pdf', type: 'application/pdf', bytes: pdf(['offer']) }
    const query = `?ParentGuid=${items['Contracts']}`
    expect((await mia.upload(file, 'file', query)).http).toBe(403)
    const { text: DocumentUrl } = await carl.upload(file, 'file', query)
    const target = { ParentGuid: items['Contracts']!, DocumentUrl }
    expect((await owner.post('/v2/folder/add/file', target)).said.StatusCode).toBe(20460)
    const added = await carl.post('/v2/folder/add/file', target)
    expect(added.said).toMatchObject({ StatusCode: 20000, DocumentPath: 'offer.pdf', DocumentVersion: 1 })
    expect((await carl.post('/v2/folder/add/file', target)).said.StatusCode).toBe(20460)
    await app.settle()
    const told = await carl.post('/v2/add/notification', { ShareGuid: guid })
    expect(told.said['RecipientsCount']).toBe(2)
    expect((await carl.post('/v2/add/notification', { ShareGuid: guid })).said['RecipientsCount']).toBe(0)
    expect((await mia.post('/v2/add/notification', { ShareGuid: guid })).said.StatusCode).toBe(20440)
    await app.settle()
  })

  test('and folders are made, renamed, ordered and removed', async () => {
    const { guid, items } = await roomWithHidden()
    const sub = { ParentGuid: guid, DocumentPath: 'Letters' }
    expect((await mia.post('/v2/folder/create/sub', sub)).said.StatusCode).toBe(20440)
    const { said } = await carl.post('/v2/folder/create/sub', sub)
    const ShareGuid = String(said['ShareGuid'])
    const note = { ParentGuid: ShareGuid, DocumentPath: 'Hello', Message: 'Welcome.' }
    expect((await carl.post('/v2/folder/add/file', note)).said['DocumentPath']).toBe('Hello.txt')
    await carl.post('/v2/folder/change/name', { ShareGuid, DocumentPath: 'Mail' })
    const plan = { ShareGuid: items['plan.pdf']! }
    expect((await carl.post('/v2/folder/remove', plan)).said.StatusCode).toBe(20440)
    const order = { ParentGuid: guid, ShareGuids: JSON.stringify([items['plan.pdf'], ShareGuid]) }
    expect((await owner.post('/v2/folder/edit/order', order)).said.StatusCode).toBe(20000)
    expect(rowsOf(await browse(owner, guid)).slice(0, 2)).toEqual([
      ['#1', 'plan.pdf'],
      ['#2', 'Mail'],
    ])
    const foreign = { ParentGuid: guid, ShareGuids: JSON.stringify([nothing]) }
    expect((await owner.post('/v2/folder/edit/order', foreign)).said.StatusCode).toBe(20404)
    expect((await carl.post('/v2/folder/remove', { ShareGuid })).said.StatusCode).toBe(20000)
    expect((await browse(owner, ShareGuid)).said.StatusCode).toBe(20433)
  })
})

describe('the people of a room', () => {
  test('are added with permissions by Index, which come back as they were said', async () => {
    const made = await makeRoom(app, { tree })
    const member = {
      ShareGuid: made.guid,
      UserEmail: coming,
      PermissionIndex: '1;#2=3',
      InaccessibleIndex: '["#1"]',
      AllowedPrint: '2',
    }
    expect((await owner.post('/v2/folder/manage/user', member)).said).toMatchObject({ IsAdded: true })
    const said = { PermissionIndex: '1;#2=3', InaccessibleIndex: ['#1'], AllowedPrint: 2 }
    expect(await memberOf(made, coming)).toMatchObject(said)
    const changed = { ShareGuid: made.guid, UserEmail: coming, InaccessibleIndex: '' }
    expect((await owner.post('/v2/folder/manage/user', changed)).said).toMatchObject({ IsAdded: false })
    expect(await memberOf(made, coming)).toMatchObject({ ...said, InaccessibleIndex: [] })
    const wrong = { ShareGuid: made.guid, UserEmail: 'new@example.net', PermissionIndex: '1;#9=3' }
    expect((await owner.post('/v2/folder/manage/user', wrong)).said.StatusCode).toBe(20400)
    expect(await memberOf(made, 'new@example.net')).toBeUndefined()
    const link = { RootGuid: made.guid, RecipientEmails: `${coming},${other}`, Message: 'Please look.' }
    expect((await owner.post('/v2/folder/send/link', link)).said).toMatchObject({
      TotalCount: 2,
      DoneCount: 1,
    })
    await app.settle()
    expect((await app.outbox.newest(coming)).text).toContain('Please look.')
  })

  test('are neither added nor changed by half where their permissions are refused', async () => {
    const made = await roomWithHidden()
    const manage = (fields: Record<string, string>) =>
      owner.post('/v2/folder/manage/user', { ShareGuid: made.guid, ...fields })
    const records = async () => {
      const { said } = await owner.get(`/v2/folder/tracks/details/${made.guid}`)
      return (said['Tracks'] as unknown[]).length
    }
    const onlyOfContributors = { StatusMessage: expect.stringContaining('contributor') }
    const [before, recorded] = [await memberOf(made, viewer), await records()]
    // No one but a contributor adds, so a printing viewer is let add nowhere.
    const added = await manage({ UserEmail: 'new@example.net', PermissionIndex: '2;#2=4' })
    expect(added.said).toMatchObject(onlyOfContributors)
    expect(await memberOf(made, 'new@example.net')).toBeUndefined()
    const changed = await manage({ UserEmail: viewer, PermissionIndex: '2;#2=4', InaccessibleIndex: '' })
    expect(changed.said).toMatchObject(onlyOfContributors)
    const foreign = await manage({ UserEmail: viewer, PermissionIndex: '5', InaccessibleIndex: '' })
    expect(foreign.said).toMatchObject({ StatusMessage: expect.stringContaining('team') })
    expect(await memberOf(made, viewer)).toEqual(before)
    expect(await records()).toBe(recorded)
    expect((await manage({ UserEmail: viewer, PermissionIndex: '4;#2=4' })).said.StatusCode).toBe(20000)
    expect(await memberOf(made, viewer)).toMatchObject({ PermissionIndex: '4;#2=4' })
  })

  test('are known to owner and co-owners alone', async () => {
    const { guid } = await roomWithHidden()
    const check = (who: Program) => who.get(`/v1/folder/checkmember/${viewer}/${guid}`)
    expect((await check(owner)).said['IsMember']).toBe(true)
    expect((await check(mia)).said).toEqual((await check(otto)).said)
    const fields = { ShareGuid: guid, UserEmail: other, PermissionIndex: '1' }
    for (const [who, code] of [
      [mia, 20440],
      [carl, 20440],
      [otto, 20433],
    ] as const) {
      expect((await who.get(`/v2/folder/manage/user?ShareGuid=${guid}`)).said.StatusCode).toBe(code)
      expect((await who.post('/v2/folder/manage/user', fields)).said.StatusCode).toBe(code)
      expect((await who.get(`/v2/folder/top/View/${guid}`)).said.StatusCode).toBe(code)
      expect((await who.get(`/v2/folder/tracks/details/${guid}`)).said.StatusCode).toBe(code)
      const manage = { ShareGuid: guid, SecurityOptions: '["download"]' }
      expect((await who.post('/v2/folder/manage', manage)).said.StatusCode).toBe(code)
    }
  })

  test('of version 1 have roles by name', async () => {
    const { guid } = await makeRoom(app, { version: 1 })
    const added = { RootGuid: guid, UserEmail: coming, Permission: 'Viewer', ExpiryDate: '' }
    expect((await owner.post('/v1/folder/manage/user', added)).said.StatusCode).toBe(20000)
    const { said } = await owner.get(`/v1/folder/manage/user?RootGuid=${guid}`)
    expect(said['Members']).toMatchObject([
      { Permission: 'Owner' },
      { UserEmail: coming, Permission: 'Viewer' },
    ])
    const removed = await owner.post('/v1/folder/manage/user', { ShareGuid: guid, UserEmail: coming })
    expect(removed.said['IsRemoved']).toBe(true)
  })
})

test('a room is made, managed, left and put into the trash', async () => {
  const { said } = await owner.post('/v2/folder/create/root', { DocumentPath: 'Project Beta' })
  const ShareGuid = String(said['ShareGuid'])
  const managed = await owner.post('/v2/folder/manage', {
    ShareGuid,
    SecurityOptions: '["nodownload","allowprint"]',
    Watermark: 'small red',
  })
  expect(managed.said['Room']).toMatchObject({
    SecurityOptions: ['nodownload', 'allowprint'],
    Watermark: 'small red',
  })
  await owner.post('/v2/folder/change/name', { ShareGuid, DocumentPath: 'Project Gamma' })
  await owner.post('/v2/folder/manage/user', { ShareGuid, UserEmail: viewer, PermissionIndex: '1' })
  await mia.post('/v1/folder/tracks/start', { ShareGuid })
  expect((await mia.post('/v2/folder/remove', { ShareGuid })).said.StatusCode).toBe(20440)
  expect((await mia.post('/v2/folder/remove/self', { ShareGuid })).said.StatusCode).toBe(20000)
  expect((await browse(mia, ShareGuid)).said.StatusCode).toBe(20433)
  expect((await owner.post('/v2/folder/remove/self', { ShareGuid })).said.StatusCode).toBe(20440)
  const details = await owner.get(`/v2/folder/tracks/details/${ShareGuid}`)
  expect(JSON.stringify(details.said['Tracks'])).toContain('MemberLeft')
  for (const DocumentPath of ['', 'Project Beta', ShareGuid]) {
    const { said: refused } = await owner.post('/v2/folder/remove', { ShareGuid, DocumentPath })
    expect([refused.StatusCode, refused['Field']]).toEqual([20400, 'DocumentPath'])
  }
  const named = { ShareGuid, DocumentPath: 'Project Gamma' }
  expect((await owner.post('/v2/folder/remove', named)).said.StatusCode).toBe(20000)
  expect((await browse(owner, ShareGuid)).said.StatusCode).toBe(20410)
})

test.each([
  [1, 'folder/manage/root', 'ShareOptions'],
  [2, 'folder/manage', 'SecurityOptions'],
])('what a room of version %i tells of its protections can be sent back', async (version, path, field) => {
  const { said } = await owner.post(`/v${version}/folder/create/root`, {
    DocumentPath: `Sent back ${version}`,
  })
  const ShareGuid = String(said['ShareGuid'])
  const manage = (fields: Record<string, string>) =>
    owner.post(`/v${version}/${path}`, { ShareGuid, ...fields })
  const all = await manage({ [field]: '["download","allowprint"]' })
  const room = all.said['Room'] as Record<string, unknown>
  expect(room).toMatchObject({ [field]: ['download', 'allowprint'], Watermark: 'small grey' })
  const again = await manage({
    [field]: JSON.stringify(room[field]),
    Watermark: String(room['Watermark']),
    DestructSeconds: String(room['DestructSeconds']),
    ExpiryDate: String(room['ExpiryDate'] ?? ''),
  })
  expect(again.said['Room']).toEqual(room)
  const wrong = await manage({ [field]: '["download","nodownload"]' })
  expect([wrong.said.StatusCode, wrong.said['Field']]).toEqual([20400, field])
})

test('who administers no team browses no room as an administrator', async () => {
  const { guid } = await roomWithHidden()
  expect((await otto.post('/v2/folder/browse/admin', { ShareGuid: guid })).said.StatusCode).toBe(20404)
  expect((await otto.get(`/v2/folder/list/admin/${operatorEmail}/`)).said['Folders']).toEqual([])
})
