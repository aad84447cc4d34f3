import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { BoxServer } from '#tests/services/box.ts'
import { DropboxServer } from '#tests/services/dropbox.ts'
import { GoogleServer } from '#tests/services/google.ts'
import { connectedCloud } from '#tests/support/clouds/connected.ts'
import { exportedName } from './exported-name.ts'

const signal = new AbortController().signal
const all = { size: 100, cursor: null }

/** A document at Dropbox that has no bytes of its own. */
function exportedAs(standard: string, options: string[]): Record<string, unknown> {
  return { is_downloadable: false, export_info: { export_as: standard, export_options: options } }
}

async function problemNameOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((thrown: unknown) => thrown)
  return error instanceof Problem ? error.problem : 'none'
}

test('Box: a download goes on where Box leads it, without the token, and nowhere else', async () => {
  const server = await new BoxServer().listen()
  const cloud = connectedCloud('box', server)
  server.addFile('plan.txt', 'the plan')
  const item = (await cloud.list({ space: '0', folder: null }, all, signal)).items[0]!
  expect(await text((await cloud.open(item, {}, signal)).body)).toBe('the plan')
  expect(server.requests.at(-1)!.headers.authorization).toBeUndefined()
  for (const away of [
    'http://127.0.0.1:9/x',
    'http://169.254.169.254/latest',
    'https://boxcloud.com.example/x',
  ]) {
    server.downloadsLeadTo = away
    expect(await problemNameOf(cloud.open(item, {}, signal))).toBe('cloudFailed')
  }
})

test('Box: a file that was just uploaded is asked for later', async () => {
  const server = await new BoxServer().listen()
  const cloud = connectedCloud('box', server)
  server.addFile('plan.txt', 'the plan')
  const item = (await cloud.list({ space: '0', folder: null }, all, signal)).items[0]!
  server.notReady = 1
  await expect(cloud.open(item, {}, signal)).rejects.toMatchObject({ problem: 'cloudFailed', wait: 5000 })
})

test('Dropbox: a team has folders of its own, whose files open as any do', async () => {
  const server = await new DropboxServer().listen()
  const cloud = connectedCloud('dropbox', server)
  expect(await cloud.spaces(signal)).toMatchObject([{ kind: 'own' }])
  server.team = '7002'
  server.addFile('team plan.txt', 'the plan of all', server.teamRoot)
  const [, team] = await cloud.spaces(signal)
  expect(team).toEqual({ id: '7002', name: 'Team folders', kind: 'team' })
  const item = (await cloud.list({ space: '7002', folder: null }, all, signal)).items[0]!
  expect(await text((await cloud.open(item, {}, signal)).body)).toBe('the plan of all')
  expect((await cloud.search('team', { size: 1, cursor: null }, signal)).items).toEqual([item])
})

test('Dropbox: a file deep in folders with long names of other scripts says of which revision it is', async () => {
  const server = await new DropboxServer().listen()
  const cloud = connectedCloud('dropbox', server)
  let folder = ''
  for (let depth = 0; depth < 8; depth++) folder = server.addFolder('договор '.repeat(30), folder)
  const id = server.addFile('договор.txt', 'the lease', folder)
  const item = await cloud.item(id, signal)
  const opened = await cloud.open(item, {}, signal)
  expect([opened.revision, await text(opened.body)]).toEqual([item.revision, 'the lease'])
})

test('Dropbox: a list whose cursor is forgotten begins again', async () => {
  const server = await new DropboxServer().listen()
  const cloud = connectedCloud('dropbox', server)
  for (const name of ['a', 'b', 'c']) server.addFile(name, name)
  const where = { space: '7001', folder: null }
  const first = await cloud.list(where, { size: 2, cursor: null }, signal)
  server.forgetsCursors = true
  const again = await cloud.list(where, { size: 2, cursor: first.next }, signal)
  expect(again.items).toEqual(first.items)
})

test('Dropbox: documents of Google are exported, what has no form that we know is left out', async () => {
  const server = await new DropboxServer().listen()
  const cloud = connectedCloud('dropbox', server)
  server.addFile('Plan.gdoc', 'plan', '', exportedAs('docx', ['docx', 'pdf']))
  server.addFile('Notes.paper', 'notes', '', exportedAs('markdown', ['html', 'markdown']))
  const { items } = await cloud.list({ space: '7001', folder: null }, all, signal)
  expect(items.map(({ name, exports, bytes }) => ({ name, exports, bytes }))).toEqual([
    { name: 'Plan.gdoc', exports: ['pdf', 'office'], bytes: null },
  ])
  const pdf = await cloud.open(items[0]!, { as: 'pdf' }, signal)
  expect([pdf.revision, await text(pdf.body)]).toEqual([items[0]!.revision, 'pdf of plan'])
  expect(exportedName(items[0]!, 'office')).toBe('Plan.docx')
})

test('Google: documents are exported as PDF or Office, up to the size that Google exports', async () => {
  const server = await new GoogleServer().listen()
  const cloud = connectedCloud('google', server)
  server.addDocument('Plan', 'the plan')
  server.addDocument('Sketch', 'lines', 'drawing')
  server.addDocument('Survey', '', 'form')
  const { items } = await cloud.list({ space: 'root', folder: null }, all, signal)
  expect(items.map(({ name, exports }) => [name, exports])).toEqual([
    ['Plan', ['pdf', 'office']],
    ['Sketch', ['pdf']],
  ])
  const plan = items[0]!
  expect(await text((await cloud.open(plan, { as: 'pdf' }, signal)).body)).toBe('application/pdf of the plan')
  expect([exportedName(plan, 'office'), exportedName(plan, 'pdf')]).toEqual(['Plan.docx', 'Plan.pdf'])
  expect(await problemNameOf(cloud.open(items[1]!, { as: 'office' }, signal))).toBe('cloudGone')
  server.largestExport = 3
  expect(await problemNameOf(cloud.open(plan, { as: 'office' }, signal))).toBe('cloudTooLarge')
})

test.each([
  ['google', () => new GoogleServer()],
  ['dropbox', () => new DropboxServer()],
] as const)('%s: a page about what is wrong, instead of a document, is no document', async (name, make) => {
  const server = await make().listen()
  const cloud = connectedCloud(name, server)
  if (server instanceof GoogleServer) server.addDocument('Plan.gdoc', 'plan')
  else server.addFile('Plan.gdoc', 'plan', '', exportedAs('docx', ['docx', 'pdf']))
  const where = { space: name === 'google' ? 'root' : '7001', folder: null }
  const [plan] = (await cloud.list(where, all, signal)).items
  server.faults.page = { times: 1, of: /export$/ }
  expect(await problemNameOf(cloud.open(plan!, { as: 'pdf' }, signal))).toBe('cloudFailed')
  expect(await text((await cloud.open(plan!, { as: 'pdf' }, signal)).body)).toContain('of plan')
})

test('Google: shared drives and what others share are spaces, and shortcuts name where they lead', async () => {
  const server = await new GoogleServer().listen()
  const cloud = connectedCloud('google', server)
  server.drives.push({ id: '0AdriveOfTheTeam', name: 'Team' })
  const folder = server.addFolder('Round')
  server.addShortcut('Round again', folder, folder)
  server.addFile('theirs.txt', 'theirs', 'elsewhere', { isShared: true })
  server.addFile('teams.txt', 'teams', '0AdriveOfTheTeam')
  const spaces = await cloud.spaces(signal)
  expect(spaces.map(({ kind }) => kind)).toEqual(['own', 'shared', 'drive'])
  const named = async (space: string, inside: string | null) =>
    (await cloud.list({ space, folder: inside }, { size: 1000, cursor: null }, signal)).items
  expect((await named('shared', null)).map(({ name }) => name)).toEqual(['theirs.txt'])
  expect((await named('0AdriveOfTheTeam', null)).map(({ name }) => name)).toEqual(['teams.txt'])
  expect((await named('root', folder))[0]).toMatchObject({ target: folder, hash: null, revision: null })
})

test('Google: a word with quotes is searched for, a forgotten page begins again, a forbidden file is gone', async () => {
  const server = await new GoogleServer().listen()
  const cloud = connectedCloud('google', server)
  server.addFile(`Anna's \\ plan`, 'plan')
  server.addFile('secret.txt', 'secret', 'root', { isForbidden: true })
  expect((await cloud.search(`a's \\`, all, signal)).items).toHaveLength(1)
  const where = { space: 'root', folder: null }
  const first = await cloud.list(where, { size: 1, cursor: null }, signal)
  server.forgetsPages = true
  expect((await cloud.list(where, { size: 1, cursor: first.next }, signal)).items).toEqual(first.items)
  const [, secret] = (await cloud.list(where, all, signal)).items
  expect(await problemNameOf(cloud.open(secret!, {}, signal))).toBe('cloudGone')
})

test('Google: a file that too many have downloaded fails for now, and holds up no other', async () => {
  const server = await new GoogleServer().listen()
  const cloud = connectedCloud('google', server)
  server.addFile('wanted.txt', 'wanted', 'root', { isOverQuota: true })
  const [item] = (await cloud.list({ space: 'root', folder: null }, all, signal)).items
  expect(await problemNameOf(cloud.open(item!, {}, signal))).toBe('cloudFailed')
})
