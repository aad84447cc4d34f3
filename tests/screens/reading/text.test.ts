import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf, png } from '#tests/support/files/documents.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const file = { name: 'plan.pdf', bytes: pdf(['Schöne Grüße <b>bold</b>', 'second page', 'zwei GRUSSE']) }
const given = { readText: 'yes', file }

const { app, operator: sender } = await makeWorld()

async function readings(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('event')
    .select(['email', 'detail'])
    .where('subject_guid', '=', guid)
    .where('kind', '=', 'TextRead')
    .execute()
}

async function find(browser: Browser, guid: string, words: string, method = 'GET') {
  const answer = await browser.fetch(`/view/${guid}/find?q=${encodeURIComponent(words)}`, { method })
  const body = await answer.text()
  return { status: answer.status, body: body === '' ? null : JSON.parse(body) }
}

describe('beside pages that are pictures', () => {
  test('who can have their text is led to it first, also to that of a later screen', async () => {
    const guid = await makeShare(app, sender, given)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(rita.page.links('Read them as text')).toEqual([`/view/${guid}/text`])
    expect(rita.text().indexOf('Read them as text')).toBeLessThan(rita.text().indexOf('Page width'))
    await rita.open(`/view/${guid}?page=2&slow=1`)
    expect(rita.page.links('Read them as text')).toEqual([`/view/${guid}/text?page=2`])
    expect(rita.text()).not.toContain('Ask for the text')
    // Text browsers read the image’s name, and no number besides.
    expect(rita.text()).not.toMatch(/Page \d+ of \d+\s+\d+\s/)
  })

  test('who cannot is told so, and can ask the sender; the sender, and a picture’s reader, need not', async () => {
    const guid = await makeShare(app, sender, { file })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(rita.text()).toContain('The pages are pictures: screen readers and text browsers can’t read them.')
    expect(rita.text()).toContain('Ask for the text (olivia@example.org)')
    // Browsers for the blind run script, and images are as unreadable with it.
    expect(rita.page.root.querySelectorAll('noscript aside')).toHaveLength(0)
    expect(rita.page.links('Ask for the text')).toEqual([
      'mailto:olivia@example.org?subject=The%20text%20of%20a%20file%20that%20you%20shared',
    ])
    expect((await sender.open(`/view/${guid}`)).page.links('Ask for the text')).toEqual([])
    const photo = { name: 'photo.png', type: 'image/png', bytes: png() }
    const picture = await openPublicShare(
      app,
      await makeShare(app, sender, { visibility: 'public', file: photo }),
      somebody(),
    )
    expect(picture.text()).not.toContain('The pages are pictures')
  })

  test('the sender chooses it with downloading and printing', async () => {
    await sender.open('/share')
    const choice = sender.page.root.querySelector('input[name="readText"][value="yes"]')!
    expect(choice.closest('details')!.classList.contains('protect')).toBe(true)
    expect(sender.page.root.querySelectorAll('input[name="readText"]')).toHaveLength(2)
  })
})

describe('the text of the pages', () => {
  test('is a section for each page, as literal text, with the reader’s address beside it', async () => {
    const guid = await makeShare(app, sender, given)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(rita.page.links('As text')).toEqual([`/view/${guid}/text`])
    await rita.open(`/view/${guid}/text`)
    const sections = rita.page.root.querySelectorAll('main section')
    expect(sections.map((section) => section.querySelector('h2')?.text.trim())).toEqual([
      'Page 1 of 3',
      'Page 2 of 3',
      'Page 3 of 3',
    ])
    expect(sections[0]!.innerHTML).toContain('&lt;b&gt;bold&lt;/b&gt;')
    for (const section of sections) expect(section.text).toContain(recipientEmail)
    expect(rita.page.links('Picture of page 2')).toEqual([`/view/${guid}?page=2#page-2`])
    expect(await readings(guid)).toEqual([{ email: recipientEmail, detail: '{"first":1,"last":3}' }])
  })

  test('is not counted for its sender, for HEAD and for what is fetched beforehand', async () => {
    const guid = await makeShare(app, sender, given)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect((await sender.fetch(`/view/${guid}/text`)).status).toBe(200)
    expect((await rita.fetch(`/view/${guid}/text`, { method: 'HEAD' })).status).toBe(200)
    const headers = { 'sec-purpose': 'prefetch' }
    expect(await (await rita.fetch(`/view/${guid}/text`, { headers })).text()).not.toContain('second page')
    expect((await rita.fetch(`/view/${guid}/find?q=page`, { headers })).status).not.toBe(200)
    expect(await readings(guid)).toEqual([])
  })

  test('of a picture is none, and the page says so', async () => {
    const guid = await makeShare(app, sender, {
      readText: 'yes',
      file: { name: 'a.png', bytes: png(300, 200) },
    })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(rita.page.links('As text')).toEqual([])
    await rita.open(`/view/${guid}/text`)
    expect(rita.page.root.text).toContain('These pages have no text')
  })
})

describe('finding', () => {
  test('tells the pages and how often, without regard to case and accents', async () => {
    const guid = await makeShare(app, sender, { ...given, visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    expect(await find(visitor, guid, 'grusse')).toEqual({
      status: 200,
      body: {
        total: 2,
        hits: [
          { page: 1, count: 1 },
          { page: 3, count: 1 },
        ],
      },
    })
    expect((await find(visitor, guid, '  SECOND   page ')).body).toEqual({
      total: 1,
      hits: [{ page: 2, count: 1 }],
    })
    expect((await find(visitor, guid, 'nowhere')).body).toEqual({ total: 0, hits: [] })
    expect(await find(visitor, guid, 'grusse', 'HEAD')).toEqual({ status: 200, body: null })
  })

  test('without script leads to the pages, with what stands around', async () => {
    const guid = await makeShare(app, sender, given)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await rita.open(`/view/${guid}/text?q=second`)
    expect(rita.page.links('Page 2')).toEqual([`/view/${guid}/text?page=2#page-2`])
    expect(rita.page.root.querySelector('mark')?.text).toBe('second')
    await rita.open(`/view/${guid}/text?q=x`)
    expect(rita.page.root.text).toContain('Enter 2 to 100 characters to search for.')
  })

  test.each(['', 'x', 'x'.repeat(101)])('wants 2 to 100 characters, not %j', async (words) => {
    const guid = await makeShare(app, sender, given)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(await find(rita, guid, words)).toMatchObject({ status: 400, body: { problem: 'queryLength' } })
  })

  test('more than 60 times a minute is refused', async () => {
    const guid = await makeShare(app, sender, given)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    for (let tries = 0; tries < 60; tries++) expect((await find(rita, guid, 'page')).status).toBe(200)
    expect(await find(rita, guid, 'page')).toMatchObject({
      status: 429,
      body: { problem: 'tooManyAttempts' },
    })
  })
})

describe('no one else gets a word of it', () => {
  async function words(browser: Browser, guid: string): Promise<string[]> {
    const found: string[] = []
    for (const end of ['/text', '/text?q=second', '/text.data', '/find?q=second', '/find.data?q=second']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await browser.fetch(`/view/${guid}${end}`, { method })
        const body = await answer.text()
        if (body.includes('second page') || body.includes('"total"')) found.push(end)
        if (end.startsWith('/find') && answer.status < 400) found.push(`${answer.status} ${method} ${end}`)
      }
    }
    return found
  }

  test('where the sender does not give text out, and is told of the attempt', async () => {
    const guid = await makeShare(app, sender, { file })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(rita.page.links('As text')).toEqual([])
    expect(await words(rita, guid)).toEqual([])
    expect(await find(rita, guid, 'second')).toMatchObject({
      status: 403,
      body: { problem: 'textNotAllowed' },
    })
    const refused = await app.strongroom.services.database.kysely
      .selectFrom('event')
      .select('detail')
      .where('subject_guid', '=', guid)
      .where('kind', '=', 'Refused')
      .execute()
    expect(refused.map(({ detail }) => detail)).toEqual(['{"act":"readText","reason":"textNotAllowed"}'])
  })

  test('not a stranger, not another recipient, not before opening, not after unsharing', async () => {
    const guid = await makeShare(app, sender, given)
    expect(await words(app.browser(somebody()), guid)).toEqual([])
    const other = await makeShare(app, sender, { ...given, recipients: 'rob@example.net' })
    expect(await words(await openShare(app, other, 'rob@example.net', somebody()), guid)).toEqual([])
    const early = await proveAddress(app, guid, recipientEmail, somebody())
    expect(await words(early, guid)).toEqual([])
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect((await find(rita, guid, 'second')).status).toBe(200)
    await app.strongroom.services.database.kysely
      .updateTable('share')
      .set({ status: 'Killed' })
      .where('guid', '=', guid)
      .execute()
    expect(await words(rita, guid)).toEqual([])
  })
})
