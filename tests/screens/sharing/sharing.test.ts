import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { second } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { makeShare, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { ownLink } from '#tests/support/world/people.ts'

let sender: Browser
const contract = {
  name: 'Merger with Acme.pdf',
  type: 'application/pdf',
  bytes: pdf(['One', 'Two', 'Three']),
}

const { app } = await makeWorld()

async function openForm(): Promise<Browser> {
  app.clock.advance(second)
  sender = await signIn(app, operatorEmail)
  return sender.open('/share')
}

async function shareRow(guid: string) {
  const { kysely } = app.strongroom.services.database
  return kysely.selectFrom('share').selectAll().where('guid', '=', guid).executeTakeFirstOrThrow()
}

function guidOf(browser: Browser): string {
  return browser.url.pathname.slice('/s/'.length)
}

describe('the share form', () => {
  test('proposes the strictest share: named people, no download, no print, a mark, no end', async () => {
    const { page } = await openForm()
    for (const choice of ['Only people I specify', /^On\b.*The/, 'Until I unshare it'])
      expect(page.isChosen(choice)).toBe(true)
    const [download, print] = page.root.querySelectorAll('input[value=no]')
    expect([download!.hasAttribute('checked'), print!.hasAttribute('checked')]).toEqual([true, true])
    expect(page.submission(page.form('share')).encoding).toBe('multipart/form-data')
  })

  test('carries its token before the file, so that nothing is stored for others', async () => {
    const { page } = await openForm()
    const names = page.submission(page.form('share')).entries.map(({ name }) => name)
    expect(names.indexOf('token')).toBe(0)
    expect(names.indexOf('file')).toBeGreaterThan(0)
  })
})

test('a file for named people: shared, explained, emailed and listed', async () => {
  await openForm()
  sender.attach('File', contract)
  sender.fill(
    'People',
    'Rita Reader <Rita@Example.net>, sam@example.net;\nRITA@example.NET\r\nmailto:tom@example.net',
  )
  sender.fill('Message', 'Please read\nbefore Monday.')
  await sender.press('Share file')
  const guid = guidOf(sender)
  expect(guid).toMatch(/^[0-9a-f]{32}$/)
  expect([sender.status, sender.heading()]).toEqual([200, 'Merger with Acme.pdf'])
  const link = sender.page.root.querySelector('input[readonly]')!.getAttribute('value')
  expect(link).toBe(`http://localhost:3000/file/${guid}`)
  for (const words of [
    'File shared.',
    'Security HIGH',
    'Each recipient confirms their address with a code we email them.',
    'Pages have a watermark with the recipient’s address and the time.',
    'Recipients can’t download the file.',
    'Recipients can’t print.',
    'No end date.',
    'Please read\nbefore Monday.',
    'Rita Reader',
  ]) {
    expect(sender.text()).toContain(words)
  }
  await app.settle()
  await sender.reload()
  expect(sender.text()).not.toContain('File shared.')
  expect(sender.text()).toContain('3 pages')
  const rows = sender.page.root.querySelectorAll('table tbody tr').map((row) => row.text)
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(row).toMatch(/Sent.*Not opened yet/)

  for (const address of ['rita@example.net', 'sam@example.net', 'tom@example.net']) {
    const emails = (await app.outbox.to(address)).filter(({ text }) => text.includes(guid))
    expect(emails).toHaveLength(1)
    const { subject, text, html, links, headers } = emails[0]!
    expect(subject).toBe('Olivia Ortega shared a file with you')
    expect(links).toContainEqual(ownLink(guid))
    expect(text).toContain('Please read\nbefore Monday.')
    expect(text + html + subject + [...headers.values()].join()).not.toMatch(/Merger|Acme|\.pdf/i)
  }

  await sender.open('/s')
  const listed = sender.page.root.querySelectorAll('tbody tr')[0]!.text
  for (const words of [
    'Merger with Acme.pdf',
    'Rita Reader, sam@example.net, tom@example.net',
    'No end',
    '0 of 3',
  ]) {
    expect(listed).toContain(words)
  }
  await sender.open('/home')
  expect(sender.text()).toContain('Merger with Acme.pdf')
})

test('a link for anyone: no one is asked for, no one is emailed, and the label is LOW with its reason', async () => {
  await openForm()
  const emails = (await app.outbox.all()).length
  sender.attach('File', contract).choose('Anyone with the link')
  await sender.press('Share file')
  expect(sender.text()).toContain('Security LOW')
  expect(sender.text()).toContain('Anyone who gets the link can open the file; no one is identified.')
  expect(sender.text()).toContain('Anyone with the link; no one was named.')
  expect(await app.outbox.all()).toHaveLength(emails)
  await sender.open('/s')
  expect(sender.page.root.querySelectorAll('tbody tr')[0]!.text).toMatch(/LOW.*Anyone with the link/)
})

test('a link for anyone can be emailed to named people, too', async () => {
  const guid = await makeShare(app, await openForm(), { visibility: 'public', recipients: 'una@example.net' })
  expect(await shareRow(guid)).toMatchObject({ visibility: 'public' })
  expect((await app.outbox.newest('una@example.net')).links).toContain(`http://localhost:3000/file/${guid}`)
})

test('permissions and mark are kept as chosen and said in words', async () => {
  const guid = await makeShare(app, await openForm(), {
    download: 'yes',
    print: 'yes',
    watermark: 'on',
    watermarkSize: 'large',
    watermarkColour: 'red',
  })
  expect(await shareRow(guid)).toMatchObject({
    may_download: 1,
    may_print: 1,
    watermark_size: 'large',
    watermark_colour: 'red',
  })
  expect(sender.text()).toContain('Recipients can download a copy with the watermark.')
  expect(sender.text()).toContain('Recipients can print.')
  await makeShare(app, sender, { download: 'yes', watermark: 'off' })
  expect(sender.text()).toContain('Recipients can download the original file.')
  expect(sender.text()).toContain('Pages have no watermark.')
})

describe('the ending', () => {
  test('at a date and time is shown in the zone of the sender and counted down', async () => {
    const guid = await makeShare(app, await openForm(), {
      expiry: 'date',
      expiryDate: '2026-12-24',
      expiryTime: '17:30',
    })
    expect(await shareRow(guid)).toMatchObject({
      destruct_seconds: 0,
      expires_at: Date.UTC(2026, 11, 24, 17, 30),
    })
    expect(sender.text()).toContain('Access ends on 24 Dec 2026, 17:30.')
    await sender.reload()
    expect(sender.text()).toContain('34 days left')
  })

  test('can be written as month/day/year, and without a time is the end of that day', async () => {
    const guid = await makeShare(app, await openForm(), { expiry: 'date', expiryDate: '12/24/2026' })
    expect((await shareRow(guid)).expires_at).toBe(Date.UTC(2026, 11, 25))
  })

  test('after opening is said for each person, or once for everyone on a link for anyone', async () => {
    const wanted = { expiry: 'destruct', destructAmount: '45', destructUnit: 'minutes' }
    const guid = await makeShare(app, await openForm(), wanted)
    expect(await shareRow(guid)).toMatchObject({
      destruct_seconds: 2700,
      expires_at: null,
      first_viewed_at: null,
    })
    expect(sender.text()).toContain('It self-destructs 45 minutes after opening, for each person.')
    await makeShare(app, sender, {
      ...wanted,
      visibility: 'public',
      destructAmount: '60',
      destructUnit: 'hours',
    })
    expect(sender.text()).toContain('It self-destructs 60 hours after opening, once for everyone.')
  })
})

test('the link in the email is of the configured address, whatever host the request names', async () => {
  const { page } = await openForm()
  const { entries } = page.submission(page.form('share'))
  const file = { name: 'file', value: contract }
  const kept = entries.filter(({ name }) => name !== 'file' && name !== 'recipients')
  const fields = [...kept, { name: 'recipients', value: 'vera@example.net' }, file]
  const { contentType, body } = encodeForm(fields, 'multipart/form-data')
  const answer = await sender.fetch('/share', {
    method: 'POST',
    headers: {
      'content-type': contentType,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    },
    body,
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/s\/[0-9a-f]{32}$/),
  ])
  const { text, html, links } = await app.outbox.newest('vera@example.net')
  expect(text + html).not.toContain('evil.example')
  expect(links[0]).toEqual(ownLink('[0-9a-f]{32}'))
})

test('a name and a message are shown as they are, and never as markup', async () => {
  const name = `Rock 'n' Roll {a;1} $(id) 100% #1 äöü 文.txt`
  await makeShare(app, await openForm(), {
    file: { name, bytes: Buffer.from('text') },
    message: `It's "quoted" - 100% {{7*7}} \${x} 🙂`,
  })
  expect(sender.heading()).toBe(name)
  expect(sender.text()).toContain(`It's "quoted" - 100% {{7*7}} \${x} 🙂`)
  expect((await app.outbox.newest('rita@example.net')).text).toContain(
    `It's "quoted" - 100% {{7*7}} \${x} 🙂`,
  )
})
