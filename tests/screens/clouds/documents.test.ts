import { afterAll, describe, expect, test } from 'vitest'
import { GoogleServer } from '#tests/services/google.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { openXmlWith } from '#tests/support/carriers/open-xml.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const google = await new GoogleServer().listen()
afterAll(() => google.close())
const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  config: { clouds: { google: google.config } },
  room: { tree: {} },
})
await owner.open('/add/connect/google')
await owner.press('Continue to Google Drive')
await owner.open(await google.allow(owner.page.links('Continue to Google Drive')[0]!))

const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const exported = { 'application/pdf': pdf(['The plan']), [office]: openXmlWith('docx', []) }
google.addDocument('Plan', 'plan', 'document', { exported })
google.addDocument('Survey', '', 'form')

async function picker(): Promise<void> {
  await owner.open(`/rooms/${room.guid}/add/${room.guid}`)
  await owner.press(/^Google Drive/)
}

async function namesInRoom(): Promise<string[]> {
  await app.settle()
  const rows = await app.strongroom.services.database.kysely
    .selectFrom('item')
    .select('name')
    .where('room_guid', '=', room.guid)
    .where('kind', '=', 'file')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

describe('a Google document', () => {
  test('becomes a PDF, or the format of Office, as its person chooses', async () => {
    await picker()
    expect(owner.text()).toContain('Google documents become')
    expect(owner.page.isChosen('PDF')).toBe(true)
    await owner.choose('Select Plan').press('Copy files')
    expect(await namesInRoom()).toEqual(['Plan.pdf'])
    await picker()
    await owner.choose('Select Plan').choose('Word, Excel or PowerPoint').press('Copy files')
    expect(await namesInRoom()).toEqual(['Plan.docx', 'Plan.pdf'])
  })

  test('that no format exists for is not offered', async () => {
    await picker()
    expect(owner.text()).not.toContain('Survey')
  })

  test('that is larger than Google exports says so, and can be left', async () => {
    google.largestExport = 3
    await picker()
    await owner.choose('Select Plan').press('Copy files')
    await app.settle()
    await owner.reload()
    google.largestExport = 10 * 1024 * 1024
    expect(owner.heading()).toBe('Copied from Google Drive')
    expect(owner.text()).toContain('The cloud storage can’t export a document of this size.')
  })
})

describe('someone with more than their own drive', () => {
  test('chooses from a shared drive, and from what others share', async () => {
    google.drives.push({ id: '0AdriveOfTheTeam', name: 'Team' })
    google.addFile('teams.txt', 'teams', '0AdriveOfTheTeam')
    google.addFile('theirs.txt', 'theirs', 'elsewhere', { isShared: true })
    await picker()
    await owner.press(/^Team/)
    await owner.choose('Select teams.txt').press(/^Shared with me/)
    await owner.choose('Select theirs.txt').press('Copy files')
    expect(await namesInRoom()).toEqual(expect.arrayContaining(['teams.txt', 'theirs.txt']))
  })

  test('waits where the provider is busy, and reads that it goes on', async () => {
    google.addFile('busy.txt', 'busy')
    google.faults.busy = { times: 1, retryAfter: '3600' }
    await picker()
    expect(owner.text()).toContain('receiving too many requests right now. Try again in 60 minutes.')
    google.faults.busy = null
    await owner.reload()
    await owner.choose('Select busy.txt')
    google.faults.busy = { times: 1, retryAfter: '3600' }
    await owner.press('Copy files')
    const refresh = () => owner.page.root.querySelector('meta[http-equiv]')?.getAttribute('content')
    expect(refresh()).toBe('3')
    await app.strongroom.services.jobs.drain()
    await owner.reload()
    expect(owner.text()).toContain('Google Drive asked for a pause. Copying continues automatically after ')
    expect(refresh()).toBeUndefined()
    app.clock.advance(3_601_000)
    expect(await namesInRoom()).toContain('busy.txt')
  })
})
