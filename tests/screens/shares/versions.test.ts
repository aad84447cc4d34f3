import { describe, expect, test } from 'vitest'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, makeUser, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { rows } from '#tests/support/browser/shown.ts'
import { expectHidden } from './own-pages.ts'

const { app, operator: sender } = await makeWorld()

const pagesOf = (count: number) => pdf(Array.from({ length: count }, (_, at) => `Page ${at + 1}`))

/** Sends a new version; its pages are made when the test settles. */
async function addVersion(guid: string, bytes: Buffer | Uint8Array, name = 'contract 2.pdf'): Promise<void> {
  await sender.open(`/s/${guid}/versions`)
  await sender.send('add', { file: { name, bytes: new Uint8Array(bytes) } })
  expect([sender.status, sender.path]).toEqual([200, `/s/${guid}/versions`])
}

async function fileCount(): Promise<number> {
  const { kysely } = app.strongroom.services.database
  return (await kysely.selectFrom('file').select('guid').execute()).length
}

test('a new version is read under the same link as soon as its pages are there, by who is reading too', async () => {
  const guid = await makeShare(app, sender, { file: { name: 'contract.pdf', bytes: pagesOf(60) } })
  const rita = await openShare(app, guid)
  await rita.follow('Next')
  await rita.follow('Next')
  expect(rita.text()).toContain('Pages 51–60 of 60')
  app.clock.advance(20 * second)

  await addVersion(guid, pagesOf(30))
  expect(sender.text()).toContain('Version 2 uploaded.')
  expect(rows(sender)[0]).toMatch(/Version 2.*Encrypting.*Until they’re ready/)
  expect(rows(sender)[1]).toMatch(/Version 1.*60 pages.*Shown now.*rita@example\.net/)
  await rita.reload()
  expect([rita.status, rita.text().includes('of 60')]).toEqual([200, true])

  await app.settle()
  await rita.reload()
  expect([rita.status, rita.heading()]).toEqual([200, 'contract.pdf'])
  expect(rita.text()).toContain('Pages 26–30 of 30')
  await rita.follow('Previous')
  expect(rita.text()).toContain('Pages 1–25 of 30')
  expect((await rita.fetch(`/view/${guid}/page/30`)).status).toBe(200)
  expect((await rita.fetch(`/view/${guid}/page/31`)).status).toBe(404)

  await sender.reload()
  expect(rows(sender)[0]).toMatch(/Version 2.*30 pages.*Shown now.*rita@example\.net/)
  expect(rows(sender)[1]).toMatch(/Version 1.*Older.*rita@example\.net/)
  expect((await eventKinds(app, guid)).filter((kind) => kind === 'NewVersion')).toHaveLength(2)
  expect(await app.strongroom.services.tracking.verify(guid)).toBeNull()
})

test('page statistics are those of one version, the shown one at first', async () => {
  const guid = await makeShare(app, sender, { file: { name: 'contract.pdf', bytes: pagesOf(3) } })
  const rita = await openShare(app, guid)
  await loadPictures(rita)
  app.clock.advance(minute)
  await addVersion(guid, pagesOf(1))
  await app.settle()
  await loadPictures(await rita.reload())
  app.clock.advance(20 * second)
  const bars = () => sender.page.root.querySelectorAll('.reading thead a').length
  await sender.open(`/s/${guid}`)
  expect(bars()).toBe(1)
  expect(sender.text()).toContain('versions 1, 2')
  await sender.follow('Version 1')
  expect([sender.path, bars()]).toEqual([`/s/${guid}?version=1`, 3])
  expect((await sender.open(`/s/${guid}?version=7`)).status).toBe(404)
})

describe('an older version', () => {
  test('is open to the owner alone', async () => {
    const guid = await makeShare(app, sender, {
      download: 'yes',
      watermark: 'off',
      file: { name: 'contract.pdf', bytes: pagesOf(3) },
    })
    await addVersion(guid, pagesOf(1))
    await app.settle()
    const rita = await openShare(app, guid)
    for (const end of ['', '/page/1', '/download'])
      for (const version of ['1', '2', '3', '0', 'x', '']) {
        const { status } = await rita.fetch(`/view/${guid}${end}?version=${version}`)
        expect([end, version, status]).toEqual([end, version, 404])
      }
    const stranger = await app.browser().fetch(`/view/${guid}/page/1?version=1`)
    expect(stranger.status).toBe(401)
    expect((await app.browser().open(`/view/${guid}?version=1`)).url.pathname).toBe('/access/filelogin')

    await sender.open(`/s/${guid}/versions`)
    await sender.follow('Read version 1')
    expect([sender.path, sender.heading()]).toEqual([`/view/${guid}?version=1`, 'contract.pdf, version 1'])
    const pictures = sender.page.root.querySelectorAll('.pages img')
    expect(pictures).toHaveLength(3)
    const [picture] = pictures.slice(2)
    expect((await sender.fetch(picture!.getAttribute('src')!)).status).toBe(200)
    expect((await sender.fetch(`/view/${guid}/page/3`)).status).toBe(404)
    expect((await sender.fetch(`/view/${guid}/download?version=1`)).status).toBe(200)
    expect((await sender.open(`/view/${guid}?version=9`)).status).toBe(404)
    expect(await eventKinds(app, guid)).not.toContain('Refused')
  })

  test('is shown again when the owner goes back to it', async () => {
    const guid = await makeShare(app, sender, { file: { name: 'contract.pdf', bytes: pagesOf(3) } })
    await addVersion(guid, Buffer.from('Only words'), 'note.txt')
    await app.settle()
    expect((await sender.open(`/s/${guid}`)).heading()).toBe('contract.txt')
    await sender.open(`/s/${guid}/versions`)
    await sender.press('Restore version 1')
    expect(sender.text()).toContain('Recipients now see version 1.')
    expect(rows(sender).map((row) => /Shown now|Older/.exec(row)?.[0])).toEqual(['Older', 'Shown now'])
    const rita = await openShare(app, guid)
    expect([rita.heading(), rita.text().includes('of 3')]).toEqual(['contract.pdf', true])
    await addVersion(guid, pagesOf(2))
    expect(rows(sender)[0]).toContain('Version 3')
  })

  test('loses its file when ten newer ones are kept; its line stays', async () => {
    const guid = await makeShare(app, sender, { file: { name: 'v1.txt', bytes: Buffer.from('version 1') } })
    for (let number = 2; number <= 12; number++) {
      await addVersion(guid, Buffer.from(`version ${number}`), `v${number}.txt`)
      await app.settle()
    }
    const before = await fileCount()
    await sender.reload()
    expect(rows(sender)).toHaveLength(12)
    expect(rows(sender).at(-1)).toMatch(/Version 1.*v1\.txt.*File removed.*because newer versions/)
    expect(rows(sender).at(-2)).toMatch(/Version 2.*Older/)
    expect(sender.page.links(/^Read version 1$/)).toEqual([])
    expect((await sender.fetch(`/view/${guid}/download?version=1`)).status).toBe(404)
    await addVersion(guid, Buffer.from('version 13'), 'v13.txt')
    await app.settle()
    expect(await fileCount()).toBe(before)
    await sender.reload()
    await sender.send('makeCurrent', { number: '1' })
    expect(sender.status).toBe(404)
  })
})

describe('a version', () => {
  test('that cannot be shown leaves recipients what they saw', async () => {
    const guid = await makeShare(app, sender)
    await addVersion(guid, Buffer.from('%PDF-1.4 nothing more'))
    await app.settle()
    await sender.reload()
    expect(rows(sender)[0]).toMatch(
      /Version 2.*Can’t be displayed.*Recipients still see the previous version/,
    )
    expect(sender.page.root.toString()).not.toContain('Restore version 2')
    const rita = await openShare(app, guid, recipientEmail)
    expect([rita.status, rita.text().includes('of 2')]).toEqual([200, true])
  })

  test.each([
    ['that is not what its name says', 'contract.pdf', Buffer.from('MZ'), 'The file’s contents'],
    ['that is empty', 'contract.pdf', Buffer.alloc(0), 'This file is empty'],
    ['under a forbidden name', 'con.pdf', pdf(), 'This file name can’t be used'],
  ])('%s is refused, and nothing of it stays', async (_, name, bytes, words) => {
    const guid = await makeShare(app, sender)
    const before = await fileCount()
    await sender.open(`/s/${guid}/versions`)
    await sender.send('add', { file: { name, bytes: new Uint8Array(bytes) } })
    expect(sender.status).toBeGreaterThanOrEqual(400)
    expect(sender.text()).toContain(words)
    expect(rows(sender)).toHaveLength(1)
    expect(await fileCount()).toBe(before)
  })

  test('without a file is asked for one', async () => {
    const guid = await makeShare(app, sender)
    await sender.open(`/s/${guid}/versions`)
    await sender.press('Add version')
    expect([sender.status, sender.text().includes('Choose a file for the new version.')]).toEqual([400, true])
  })

  test("of another person's share can be neither seen, nor added, nor chosen", async () => {
    const guid = await makeShare(app, sender)
    const other = await makeUser(app)
    const own = `/s/${await makeShare(app, other)}/versions`
    await other.open('/share')
    const pair: [string, string] = [`/s/${guid}/versions`, `/s/${'f'.repeat(32)}/versions`]
    await expectHidden(other, own, pair, { add: { file: 'f'.repeat(32) }, makeCurrent: { number: '1' } })
    await other.open(own)
    const submission = other.page.submission(other.page.form('add'))
    const entries = submission.entries
      .filter(({ name }) => name !== 'file')
      .concat({ name: 'file', value: { name: 'theirs.pdf', bytes: pdf() } })
    await other.submit({ ...submission, action: `/s/${guid}/versions`, entries })
    expect([other.status, other.heading()]).toEqual([404, 'Page not found'])
    expect(rows(await sender.open(`/s/${guid}/versions`))).toHaveLength(1)
    expect((await app.browser().open(`/s/${guid}/versions`)).url.pathname).toBe('/access/login')
  })
})

test('addresses of forms with files are known as the router knows them', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}/versions`)
  const submission = sender.page.submission(sender.page.form('add'))
  const entries = submission.entries
    .filter(({ name }) => name !== 'file')
    .concat({ name: 'file', value: { name: 'contract.pdf', bytes: pdf() } })
  await sender.submit({ ...submission, action: `/S/${guid}/Versions/`, entries })
  expect(sender.status).toBe(200)
  expect(sender.text()).toContain('Version 2 uploaded.')
})
