import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { bmp, gif, pdf, png, strip } from '#tests/support/files/documents.ts'
import { makeUser, operatorEmail, proveAddress, makeShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import {
  atPasskey,
  openWithPasskey,
  passkey,
  pictures,
  readerEmail,
  secretText,
  sharePasskey,
} from '#tests/support/world/passkeys.ts'

const { app, operator: sender } = await makeWorld()

test('a reader types passkey and address once, and then reads, prints and downloads without script', async () => {
  const guid = await sharePasskey(app, sender, { download: 'yes', print: 'yes', watermark: 'off' })
  const reader = await atPasskey(app, guid)
  expect(reader.path).toBe(`/file/${guid}/passkey`)
  expect(reader.heading()).toBe('Enter the passkey')
  expect(reader.text()).not.toContain('offer.pdf')
  await reader.fill('Your email address', readerEmail).fill('Passkey', passkey).press('Continue')
  expect([reader.path, reader.heading()]).toEqual([`/file/${guid}`, 'offer.pdf'])
  expect(reader.text()).toContain('2 pages')
  expect(reader.text()).toContain(`named ${readerEmail} (not verified)`)
  await reader.press('Open')
  expect(reader.path).toBe(`/view/${guid}`)
  expect(pictures(reader)).toHaveLength(2)
  for (const src of pictures(reader)) {
    const picture = await reader.fetch(src)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
  const copy = await reader.fetch(`/view/${guid}/download`)
  expect(Buffer.from(await copy.arrayBuffer()).equals(pdf([secretText, 'Page two'], strip))).toBe(true)
  const part = await reader.fetch(`/view/${guid}/download`, { headers: { range: 'bytes=0-4' } })
  expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
  await reader.press('Print')
  expect(reader.path).toBe(`/view/${guid}/print`)
  for (const src of pictures(reader)) expect((await reader.fetch(src)).status).toBe(200)
})

test('with a watermark the copy is a PDF of marked pages', async () => {
  const guid = await sharePasskey(app, sender, { download: 'yes' })
  const reader = await openWithPasskey(app, guid)
  const copy = await reader.fetch(`/view/${guid}/download`)
  const bytes = Buffer.from(await copy.arrayBuffer())
  expect([copy.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  expect(bytes.includes(secretText)).toBe(false)
})

test.each([
  ['picture.png', 'image/png', png()],
  ['scan.bmp', 'image/bmp', bmp()],
  ['dot.gif', 'image/gif', gif()],
])('%s opens with a passkey too', async (name, type, bytes) => {
  const guid = await sharePasskey(app, sender, { file: { name, type, bytes } })
  const reader = await openWithPasskey(app, guid)
  expect((await reader.fetch(pictures(reader)[0]!)).status).toBe(200)
})

test('the sender sees what a passkey means before, and the label with its note after', async () => {
  await sender.open('/share')
  for (const words of ['We can’t recover it.', 'up to 30,000,000 bytes', 'could read the file'])
    expect(sender.text()).toContain(words)
  const guid = await sharePasskey(app, sender)
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain('Security HIGH identity not verified')
  expect(sender.text()).toContain('only opens with the passkey')
  await sender.open('/s')
  expect(sender.text()).toContain('Anyone with the passkey')
  expect(sender.text()).toContain('identity not verified')
})

test('the sender sees who a reader says to be, and that no one verified it', async () => {
  const guid = await sharePasskey(app, sender)
  await openWithPasskey(app, guid)
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(`Says they’re ${readerEmail}, not verified`)
  const mail = await app.outbox.newest(operatorEmail)
  expect(mail.text).toContain(`Someone with the passkey, who entered the address ${readerEmail}`)
  expect(mail.text).toContain('That address isn’t verified.')
})

test('the owner needs the passkey as well, and is asked for nothing else', async () => {
  const guid = await sharePasskey(app, sender)
  await sender.open(`/s/${guid}`)
  await sender.follow('Preview as recipient')
  expect(sender.path).toBe(`/file/${guid}/passkey`)
  expect((await sender.fetch(`/view/${guid}/page/1`)).status).toBe(401)
  expect((await sender.fetch(`/view/${guid}/download`)).status).toBe(401)
  await sender.fill('Passkey', passkey).press('Continue')
  expect([sender.path, sender.status]).toEqual([`/view/${guid}`, 200])
  expect((await sender.fetch(pictures(sender)[0]!)).status).toBe(200)
  const copy = await sender.fetch(`/view/${guid}/download`)
  expect(Buffer.from(await copy.arrayBuffer()).includes(secretText)).toBe(true)
})

test('named people get the link and never the passkey, and give it like everyone', async () => {
  const guid = await sharePasskey(app, sender, { recipients: 'petra@example.net' })
  const mail = await app.outbox.newest('petra@example.net')
  expect(mail.links.some((link) => link.endsWith(`/file/${guid}`))).toBe(true)
  expect(mail.text).toContain('enter the passkey: the password for the file')
  for (const text of [mail.text, mail.html, mail.subject]) expect(text).not.toContain(passkey)
  const petra = await atPasskey(app, guid)
  expect(petra.heading()).toBe('Enter the passkey')
  await petra.send('unlock', { passkey, email: 'petra@example.net' })
  expect(petra.path).toBe(`/file/${guid}`)
})

test('whose address is proved is asked for the passkey only, and known by that address', async () => {
  const other = await makeShare(app, sender, { recipients: 'quinn@example.net' })
  const quinn = await proveAddress(app, other, 'quinn@example.net', somebody())
  const guid = await sharePasskey(app, sender)
  await quinn.open(`/file/${guid}`)
  expect(quinn.page.root.querySelector('input[name=email]')).toBeNull()
  await quinn.fill('Passkey', passkey).press('Continue')
  await quinn.press('Open')
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain('quinn@example.net')
  expect(sender.text()).not.toContain('not verified quinn')
})

test('one browser holds the keys of several files, each by its own passkey', async () => {
  const [one, two] = [
    await sharePasskey(app, sender),
    await sharePasskey(app, sender, { passkey: 'nine quiet herons', passkeyAgain: 'nine quiet herons' }),
  ]
  const reader = await openWithPasskey(app, one)
  await reader.open(`/file/${two}`)
  await reader.send('unlock', { passkey, email: readerEmail })
  expect(reader.status).toBe(400)
  await reader.send('unlock', { passkey: 'nine quiet herons', email: readerEmail })
  expect(reader.path).toBe(`/file/${two}`)
  expect((await reader.open(`/view/${one}`)).status).toBe(200)
})

test('spaces around a passkey and the way its emails are composed do not matter', async () => {
  const guid = await sharePasskey(app, sender, {
    passkey: 'grün lantern ice',
    passkeyAgain: 'grün lantern ice',
  })
  const reader = await atPasskey(app, guid)
  await reader.send('unlock', { passkey: '  gru\u0308n lantern ice ', email: readerEmail })
  expect(reader.path).toBe(`/file/${guid}`)
})

test('pages that could not be made while the share was, are made when the passkey is given first', async () => {
  const guid = await sharePasskey(app, sender)
  const { kysely } = app.strongroom.services.database
  const { file_guid: file } = await kysely
    .selectFrom('share')
    .select('file_guid')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  // As a process leaves it that died right after the share was made.
  await kysely.deleteFrom('page_image').where('file_guid', '=', file).execute()
  await kysely.deleteFrom('page').where('file_guid', '=', file).execute()
  await kysely
    .updateTable('file')
    .set({ render_status: 'In Progress', page_count: 0 })
    .where('guid', '=', file)
    .execute()
  await app.settle()
  const reader = await openWithPasskey(app, guid)
  expect(pictures(reader)).toHaveLength(2)
  expect((await reader.fetch(pictures(reader)[0]!)).status).toBe(200)
})

test('a file that cannot be shown says so to its sender and, after the passkey, to its reader', async () => {
  const file = { name: 'broken.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\nnothing') }
  const guid = await sharePasskey(app, sender, { file })
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain('The file can’t be displayed')
  const reader = await atPasskey(app, guid)
  await reader.send('unlock', { passkey, email: readerEmail })
  expect([reader.status, reader.text()]).toEqual([
    422,
    expect.stringContaining('“broken.pdf” can’t be displayed: it’s damaged or has no pages.'),
  ])
})

test('self-destruct runs once for all who have the passkey', async () => {
  const guid = await sharePasskey(app, sender, {
    expiry: 'destruct',
    destructAmount: '10',
    destructUnit: 'minutes',
  })
  const reader = await openWithPasskey(app, guid)
  app.clock.advance(11 * 60_000)
  expect((await reader.open(`/view/${guid}`)).status).toBe(410)
  expect((await atPasskey(app, guid)).status).toBe(410)
})

test('another account reads with the passkey as everyone, and owns nothing of the file', async () => {
  const guid = await sharePasskey(app, sender)
  const ulrich = await makeUser(app)
  expect((await ulrich.open(`/s/${guid}`)).status).toBe(404)
  await ulrich.open(`/file/${guid}`)
  await ulrich.send('unlock', { passkey })
  expect(ulrich.path).toBe(`/file/${guid}`)
})

test('who is asked for a name gives it after the passkey, and both are in what the owner sees', async () => {
  const guid = await sharePasskey(app, sender, { askName: 'yes' })
  const reader = await atPasskey(app, guid)
  await reader.send('unlock', { passkey, email: readerEmail })
  expect(reader.path).toBe(`/file/${guid}/name`)
  await reader.send('introduce', { firstName: 'Ann', lastName: 'Example' })
  expect(reader.text()).toContain(`named ${readerEmail} (not verified)`)
  await reader.send('open')
  expect(reader.path).toBe(`/view/${guid}`)
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(`Says they’re ${readerEmail}, not verified, says: Ann Example`)
})
