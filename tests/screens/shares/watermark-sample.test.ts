import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pixels } from '#tests/support/browser/pixels.ts'
import { hour } from '#tests/support/world/clock.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { makeShare, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { contract, traces } from '#tests/screens/sharing/form.ts'

const { app } = await makeWorld()
const other = await makeUser(app)
let sender: Browser
beforeEach(async () => {
  sender = await signIn(app, operatorEmail, somebody())
})

const { kysely } = app.strongroom.services.database
const sample = '/share/watermark'

function shown(browser: Browser): URL {
  const picture = browser.page.root.querySelector(`img[src^="${sample}"]`)!
  return new URL(picture.getAttribute('src')!.replaceAll('&amp;', '&'), 'http://localhost')
}

function queryOf(browser: Browser): Record<string, string> {
  return Object.fromEntries(shown(browser).searchParams)
}

describe('the picture of a watermark', () => {
  test('is drawn from what its address says, with the address of who asks', async () => {
    const plain = await pixels(sender, `${sample}?mark=off`)
    const queries = ['', '?size=large', '?colour=red', '?text=Draft']
    const pictures = [plain]
    for (const query of queries) pictures.push(await pixels(sender, sample + query))
    pictures.push(await pixels(other, sample))
    for (const [at, one] of pictures.entries())
      for (const other of pictures.slice(at + 1)) expect(one.equals(other)).toBe(false)
    const answer = await sender.fetch(sample)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await sender.fetch(sample, { method: 'HEAD' })).status).toBe(200)
  })

  test('is not for anyone who is not signed in', async () => {
    const answer = await app.browser(somebody()).fetch(sample)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `/access/login?to=${encodeURIComponent(sample)}`,
    ])
  })

  test.each([
    `text=${'a'.repeat(61)}`,
    'text=two%0Alines',
    'text=%E2%80%AEturned',
    'size=huge',
    'colour=pink',
    'size=',
  ])('is not drawn with what cannot be chosen: %s', async (query) => {
    expect((await sender.fetch(`${sample}?${query}`)).status).toBe(404)
  })

  test('shows page 1 of a file of one’s own that waits to be shared, and of no other', async () => {
    const anyPage = await pixels(sender, `${sample}?mark=off`)
    await other.open('/share')
    other.attach('File', contract).fill('People', 'rita@example.net')
    await other.press('Review first')
    await app.settle()
    const guid = queryOf(other)['file']!
    const page = await pixels(other, `${sample}?mark=off&file=${guid}`)
    expect(page.equals(anyPage)).toBe(false)
    for (const file of [guid, 'nothing', (await fileOf(await makeShare(app, sender)))!])
      expect((await pixels(sender, `${sample}?mark=off&file=${file}`)).equals(anyPage)).toBe(true)
  })

  test('is drawn three hundred times an hour for one person, and writes nothing else', async () => {
    const before = await traces(app)
    const key = await kysely
      .selectFrom('user')
      .select('guid')
      .where('email', '=', operatorEmail)
      .executeTakeFirstOrThrow()
    await sender.fetch(sample)
    await kysely
      .updateTable('rate')
      .set({ count: 300 })
      .where('key', '=', `watermark-sample:user:${key.guid}`)
      .execute()
    expect((await sender.fetch(sample)).status).toBe(429)
    expect((await other.fetch(sample)).status).toBe(200)
    app.clock.advance(hour)
    sender = await signIn(app, operatorEmail, somebody())
    expect((await sender.fetch(sample)).status).toBe(200)
    const after = await traces(app)
    expect({ ...after, emails: 0 }).toEqual({ ...before, emails: 0 })
  })
})

async function fileOf(share: string) {
  const row = await kysely
    .selectFrom('share')
    .select('file_guid')
    .where('guid', '=', share)
    .executeTakeFirst()
  return row?.file_guid
}

describe('“Update preview” brings the form back with the picture of what was chosen, and nothing is lost or done', () => {
  test('in the share form', async () => {
    await sender.open('/share')
    expect(queryOf(sender)).toEqual({})
    sender.attach('File', contract).fill('People', 'not an address').fill('Message', 'Read this.')
    sender
      .fill('Your own text', 'Draft')
      .select('Colour', 'Red')
      .select('Size', /^Large/)
    const before = (await traces(app)).shares
    await sender.press('Update preview')
    expect([sender.status, sender.path]).toEqual([200, '/share'])
    const { file, ...query } = queryOf(sender)
    expect(query).toEqual({ size: 'large', colour: 'red', text: 'Draft' })
    expect(file).toBeDefined()
    expect(sender.page.valueOf('People')).toBe('not an address')
    expect(sender.page.valueOf('Message')).toBe('Read this.')
    expect(sender.page.control('contract.pdf', 'input[type=checkbox]')).toBeDefined()
    expect(sender.page.isUnfolded(/Change$/)).toBe(true)
    expect(sender.page.root.querySelector('figure[autofocus]')).not.toBeNull()
    expect((await traces(app)).shares).toBe(before)
    expect((await sender.fetch(shown(sender).pathname + shown(sender).search)).status).toBe(200)
    await sender.fill('People', 'rita@example.net').press('Share file')
    expect(sender.heading()).toBe('contract.pdf')
  })

  test('where nothing but standard choices were made, the choices stay open', async () => {
    await sender.open('/share')
    await sender.press('Update preview')
    expect([sender.status, sender.page.isUnfolded(/Change$/)]).toEqual([200, true])
  })

  test('with a text that is too long, the picture has its beginning', async () => {
    await sender.open('/share')
    await sender.fill('Your own text', 'a'.repeat(70)).press('Update preview')
    expect(queryOf(sender)).toEqual({ size: 'small', colour: 'grey', text: 'a'.repeat(60) })
    expect((await sender.fetch(shown(sender).pathname + shown(sender).search)).status).toBe(200)
  })

  test('while a share is edited', async () => {
    const guid = await makeShare(app, sender, { watermark: 'on' })
    await changeShare(app, guid, { watermark_text: 'Draft' })
    await sender.open(`/s/${guid}/edit`)
    expect(queryOf(sender)).toMatchObject({ text: 'Draft' })
    await sender.fill('Your own text', 'Final').fill('Message', 'Changed.').press('Update preview')
    expect([sender.status, sender.path, queryOf(sender)['text']]).toEqual([200, `/s/${guid}/edit`, 'Final'])
    expect(sender.page.valueOf('Message')).toBe('Changed.')
    const row = await kysely
      .selectFrom('share')
      .selectAll()
      .where('guid', '=', guid)
      .executeTakeFirstOrThrow()
    expect([row.watermark_text, row.message]).toEqual(['Draft', expect.not.stringContaining('Changed.')])
  })

  test('in the settings of a room', async () => {
    const { guid } = await makeRoom(app, { name: 'Falcon' })
    await sender.open(`/rooms/${guid}/settings`)
    await sender.fill('Your own text', 'Bidder').fill('Name', 'Eagle').press('Update preview')
    expect([sender.status, queryOf(sender)['text']]).toEqual([200, 'Bidder'])
    expect(sender.page.valueOf('Name')).toBe('Eagle')
    await sender.open(`/rooms/${guid}/settings`)
    expect(sender.page.valueOf('Name')).toBe('Falcon')
  })
})
