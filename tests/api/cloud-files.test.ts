import { expect, test } from 'vitest'
import { giveCloud } from '#tests/support/clouds/app-cloud.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeProgramWorld, Program } from './program.ts'

const [viewer, contributor, stranger] = ['mia@example.net', 'carl@example.net', 'otto@example.net'] as const
const {
  app,
  programs: [mia, carl, otto],
} = await makeProgramWorld([viewer, contributor, stranger])
const owner = await new Program(app).enter(operatorEmail)
const cloud = await giveCloud(app, [operatorEmail, viewer, contributor])
const room = await makeRoom(app, { members: { [viewer]: 1, [contributor]: 4 } })
for (const who of [mia, carl]) await who.post('/v1/folder/tracks/start', { ShareGuid: room.guid })

/** IDs as Google has them. */
function file(name: string, content: string, more: Parameters<typeof cloud.addFile>[2] = {}): string {
  const id = cloud.addFile(name, content, more)
  return cloud.rename(id, `${'0'.repeat(20)}-${id}`)
}

function add(who: Program, fields: Record<string, string>) {
  return who.post('/v2/folder/add/file', { ParentGuid: room.guid, Source: 'Google', ...fields })
}

test('a program adds a file of its user’s cloud storage to a room, by its ID or its address there', async () => {
  const [one, two] = [file('plan.txt', 'the plan'), file('lease.txt', 'the lease')]
  expect((await add(carl, { DocumentUrl: one })).said).toMatchObject({ DocumentPath: 'plan.txt' })
  const address = `https://drive.google.com/file/d/${two}/view`
  expect((await add(carl, { DocumentUrl: address })).said).toMatchObject({ DocumentPath: 'lease.txt' })
})

test('a program shares a file of its user’s cloud storage', async () => {
  const fields = { Source: 'Google', RecipientEmails: '["rita@example.net"]' }
  const { said } = await owner.post('/v5/sharefile', {
    ...fields,
    DocumentUrl: file('offer.txt', 'an offer'),
  })
  expect(said.StatusCode).toBe(20000)
  const { said: named } = await owner.get(`/v1/get/filename/${said['ShareGuid']}`)
  expect(named['DocumentPath']).toBe('offer.txt')
})

test.each([
  'http://127.0.0.1:3000/health/live',
  'https://localhost/',
  'http://169.254.169.254/latest/meta-data/iam/',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://drive.google.com.evil.example/file/d/00000000000000000000/view',
  'https://drive.google.com/url?q=http://127.0.0.1/',
  'file:///etc/passwd',
])('%s names no file there, and nothing is asked of anyone', async (DocumentUrl) => {
  const before = cloud.opened.length
  expect((await add(carl, { DocumentUrl })).said.StatusCode).toBe(20400)
  const shared = await owner.post('/v5/sharefile', {
    Source: 'Google',
    DocumentUrl,
    RecipientEmails: '["rita@example.net"]',
  })
  expect(shared.said.StatusCode).toBe(20400)
  expect(cloud.opened).toHaveLength(before)
})

test('who may not add to the room has nothing copied', async () => {
  const DocumentUrl = file('secret.txt', 'a secret')
  const before = cloud.opened.length
  expect((await add(mia, { DocumentUrl })).said.StatusCode).not.toBe(20000)
  expect((await add(otto, { DocumentUrl })).said.StatusCode).toBe(20433)
  expect((await add(new Program(app), { DocumentUrl })).http).toBe(401)
  expect(cloud.opened).toHaveLength(before)
})

test('what is over the plan, or isn’t what the provider says, is not added', async () => {
  const huge = file('huge.txt', 'huge', { bytes: 6 * 1024 ** 4 })
  expect((await add(carl, { DocumentUrl: huge })).said.StatusCode).toBe(20461)
  const wrong = file('wrong.txt', 'wrong', { hash: { kind: 'md5', value: '00'.repeat(16) } })
  expect((await add(carl, { DocumentUrl: wrong })).said.StatusCode).toBe(20466)
})
