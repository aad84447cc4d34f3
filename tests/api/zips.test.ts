import { expect, test } from 'vitest'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { makeProgramWorld, Program, type Answer } from './program.ts'

const [reader, viewer, other] = ['mia@example.net', 'vera@example.net', 'otto@example.net'] as const
const tree = { Board: { 'minutes.pdf': 'minutes' }, Contracts: { 'lease.pdf': 'lease' }, 'plan.pdf': 'plan' }
const {
  app,
  programs: [mia, vera, otto],
} = await makeProgramWorld([reader, viewer, other])
const owner = await new Program(app).enter(operatorEmail, { isRemembered: true })
const room = await makeRoom(app, { name: 'Alba', tree, members: { [reader]: 3, [viewer]: 1 } })
await makeRule(app, room.members[reader]!, room.items['Board']!, -1)
for (const who of [mia, vera]) await who.post('/v1/folder/tracks/start', { ShareGuid: room.guid })
await app.settle()

let batches = 0

/** The end of an address: the day, and a name for an archive that no other test has. */
function place(): string {
  return `20261120/${(++batches).toString(16).padStart(8, '0')}`
}

async function namesIn(who: Program, { said }: Answer): Promise<string[]> {
  const { pathname } = new URL(String(said['DownloadUrl']))
  const request = new Request(`http://localhost:3000${pathname}`)
  const client = { ip: '198.51.100.7', userAgent: who.userAgent }
  const answer = await app.strongroom.handle(request, client)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  return Object.keys(await unzipped(new Uint8Array(await answer.arrayBuffer())))
}

const index = ['index.html', 'index.csv']

test.each([1, 2])('a file is processed, then the archive is fetched, in version %s', async (version) => {
  const at = place()
  const process = `/v${version}/folder/process/zipfile`
  const one = await mia.get(`${process}/${room.items['plan.pdf']}/${at}/self`)
  expect(one.said).toMatchObject({ StatusCode: 22000, StatusMessage: 'The file is processed.', Files: 1 })
  const two = await mia.get(`${process}/structure/${room.items['Contracts']}/${at}/self`)
  expect(two.said).toMatchObject({ StatusCode: 24000, Files: 1 })
  const ready = await mia.get(`/v${version}/folder/zipfile/${at}`)
  expect(ready.said).toMatchObject({ StatusCode: 23000, StatusMessage: 'Download started.' })
  expect(await namesIn(mia, ready)).toEqual(['plan.pdf', 'Contracts/lease.pdf', ...index])
  await app.settle()
  expect(await eventKinds(app, room.items['Contracts/lease.pdf']!)).toContain('Download')
})

test('the owner gets the whole room with its folders; a member may not ask so', async () => {
  const at = place()
  const path = `/v1/folder/whole/zipfile/structure/${room.guid}/${at}/folderowner`
  const ready = await owner.get(path)
  expect(ready.said['StatusCode']).toBe(23000)
  expect((await namesIn(owner, ready)).toSorted()).toEqual(
    ['Board/minutes.pdf', 'Contracts/lease.pdf', 'plan.pdf', ...index].toSorted(),
  )
  expect((await owner.get(path)).said['StatusCode']).toBe(23000)
  expect((await mia.get(path)).said['StatusCode']).toBe(20435)
})

test('hidden folders do not exist, and who may only see gets nothing', async () => {
  const at = place()
  const all = await mia.get(`/v2/folder/process/zipfile/structure/${room.guid}/${at}/self`)
  expect(all.said).toMatchObject({ StatusCode: 24000, Files: 2 })
  const ready = await mia.get(`/v2/folder/zipfile/${at}`)
  expect(await namesIn(mia, ready)).toEqual(['Contracts/lease.pdf', 'plan.pdf', ...index])
  const hidden = await mia.get(`/v2/folder/process/zipfile/${room.items['Board']}/${place()}/self`)
  const unknown = await mia.get(`/v2/folder/process/zipfile/${'0'.repeat(32)}/${place()}/self`)
  expect(hidden.said).toEqual(unknown.said)
  const seen = await vera.get(`/v1/folder/process/zipfile/${room.items['plan.pdf']}/${place()}/self`)
  expect(seen.said['StatusCode']).toBe(20440)
})

test('an archive is its own user’s, and does not take files once it is finished', async () => {
  const at = place()
  await mia.get(`/v1/folder/process/zipfile/${room.items['plan.pdf']}/${at}/self`)
  await mia.get(`/v1/folder/zipfile/${at}`)
  for (const who of [otto, vera, owner])
    expect((await who.get(`/v1/folder/zipfile/${at}`)).said['StatusCode']).toBe(20404)
  const late = await mia.get(`/v1/folder/process/zipfile/${room.items['plan.pdf']}/${at}/self`)
  expect(late.said['StatusCode']).toBe(22030)
  expect((await mia.get('/v1/folder/zipfile/2026112/xyz')).said['StatusCode']).toBe(20404)
})

test('shares are processed one by one, as their sender or a recipient gets them', async () => {
  const [one, two] = [await owner.share(), await owner.share()]
  const at = place()
  for (const guid of [one, two]) {
    const answer = await owner.get(`/v1/process/zipfile/${guid}/${at}/sender`)
    expect(answer.said).toMatchObject({ StatusCode: 22000, Files: 1 })
  }
  expect(await namesIn(owner, await owner.get(`/v1/folder/zipfile/${at}`))).toEqual([
    'contract.pdf',
    'contract (2).pdf',
    ...index,
  ])
  expect((await otto.get(`/v1/process/zipfile/${one}/${place()}/self`)).said['StatusCode']).toBe(20433)
  expect((await owner.get(`/v1/process/zipfile/${one}/${place()}/folderowner`)).said['StatusCode']).toBe(
    20435,
  )
})

/** Makes files of a room as large as no test could store; their archives are counted and split, and not fetched. */
async function enlarge(
  guids: readonly string[],
  size: number,
  sha256: string | null = '0'.repeat(64),
): Promise<void> {
  const { kysely } = app.strongroom.services.database
  for (const guid of guids) {
    const { object_guid: object, guid: file } = await kysely
      .selectFrom('item')
      .innerJoin('file', 'file.guid', 'item.file_guid')
      .select(['file.guid', 'file.object_guid'])
      .where('item.guid', '=', guid)
      .executeTakeFirstOrThrow()
    await kysely.updateTable('file').set({ size }).where('guid', '=', file).execute()
    await kysely.updateTable('object').set({ size, sha256 }).where('guid', '=', object).execute()
  }
}

test.each([1, 2])(
  'a file that leaves no room for another is a part of its own, and above 800 MB there are parts, in version %s',
  async (version) => {
    const deal = { 'film.pdf': 'film', 'plans.pdf': 'plans' }
    const large = await makeRoom(app, { name: 'Large', tree: deal, members: { [reader]: 3 } })
    await mia.post('/v1/folder/tracks/start', { ShareGuid: large.guid })
    await app.settle()
    await enlarge([large.items['film.pdf']!], 838_860_800)
    await enlarge([large.items['plans.pdf']!], 1_000)
    const at = place()
    const process = `/v${version}/folder/process/zipfile`
    const film = await mia.get(`${process}/${large.items['film.pdf']}/${at}/self`)
    expect(film.said).toMatchObject({ StatusCode: 22010, StatusMessage: 'The file is processed.', Files: 1 })
    const plans = await mia.get(`${process}/${large.items['plans.pdf']}/${at}/recipient`)
    expect(plans.said).toMatchObject({ StatusCode: 22000, Files: 1 })
    const { said } = await mia.get(`/v${version}/folder/zipfile/${at}`)
    expect(said).toMatchObject({
      StatusCode: 22020,
      StatusMessage: 'You can only download 800MB of files at a time.',
      Parts: [
        { Part: 1, Files: 1, DownloadUrl: expect.stringContaining('/v1/download/') },
        { Part: 2, Files: 1, DownloadUrl: expect.stringContaining('/v1/download/') },
      ],
    })
    expect(said['DownloadUrl']).toBeUndefined()
  },
)

test('as whom it is downloaded is one of the words for that, which its caller may use', async () => {
  const plan = room.items['plan.pdf']!
  const statusOf = async (who: Program, downloadAs: string, guid = plan) =>
    (await who.get(`/v1/folder/process/zipfile/${guid}/${place()}/${downloadAs}`)).said['StatusCode']
  for (const word of ['self', 'recipient']) expect([word, await statusOf(mia, word)]).toEqual([word, 22000])
  for (const word of ['folderowner', 'ownerasrecipient', 'sender', 'anyone', ''])
    expect([word, await statusOf(mia, word)]).not.toEqual([word, 22000])
  for (const word of ['self', 'folderowner', 'ownerasrecipient'])
    expect([word, await statusOf(owner, word)]).toEqual([word, 22000])
  expect(await statusOf(owner, 'anyone')).toBe(20435)
  const other = (await mia.get(`/v1/process/zipfile/${plan}/${place()}/self`)).said['StatusCode']
  expect(other).toBe(20404)
})

test('where nothing of it can be downloaded any more there is no archive', async () => {
  const gone = await makeRoom(app, { name: 'Gone', tree: { 'a.pdf': 'a' }, members: { [reader]: 3 } })
  await mia.post('/v1/folder/tracks/start', { ShareGuid: gone.guid })
  await app.settle()
  // No one has taken its SHA-256 yet, and what is stored is not what its row says.
  await enlarge([gone.items['a.pdf']!], 7, null)
  const at = place()
  const one = await mia.get(`/v1/folder/process/zipfile/${gone.items['a.pdf']}/${at}/self`)
  expect(one.said['StatusCode']).toBe(22000)
  expect((await mia.get(`/v1/folder/zipfile/${at}`)).said['StatusCode']).toBe(20440)
})

test.each(['20261320/0a1b2c3d', '20261120/0A1B2C3D', '20261120/0a1b2c3', '2026112/0a1b2c3d'])(
  '%s names no archive',
  async (at) => {
    const plan = room.items['plan.pdf']!
    for (const call of ['process/zipfile', 'process/zipfile/structure'])
      for (const version of [1, 2]) {
        const { said } = await mia.get(`/v${version}/folder/${call}/${plan}/${at}/self`)
        expect(said['StatusCode']).toBe(20404)
      }
    const whole = await owner.get(`/v1/folder/whole/zipfile/structure/${room.guid}/${at}/folderowner`)
    expect(whole.said['StatusCode']).toBe(20404)
  },
)

test('a link is refused once something in it is no longer what it was', async () => {
  const change = await makeRoom(app, { name: 'Change', tree: { 'a.pdf': 'a' }, members: { [reader]: 3 } })
  await mia.post('/v1/folder/tracks/start', { ShareGuid: change.guid })
  await app.settle()
  const at = place()
  await mia.get(`/v1/folder/process/zipfile/${change.items['a.pdf']}/${at}/self`)
  const { said } = await mia.get(`/v1/folder/zipfile/${at}`)
  expect(await namesIn(mia, { said } as Answer)).toEqual(['a.pdf', ...index])
  await makeRule(app, change.members[reader]!, change.items['a.pdf']!, -1)
  const { pathname } = new URL(String(said['DownloadUrl']))
  const again = await mia.get(pathname)
  expect([again.http, again.said['StatusCode']]).toEqual([409, 22030])
})
