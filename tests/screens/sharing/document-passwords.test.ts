import { expect, test } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { lockedPdf } from '#tests/support/files/locked-pdf.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { makeShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()

const right = 'four brass keys'
const locked = (name: string) => ({ name, bytes: lockedPdf(right) })

async function fileOf(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('share')
    .innerJoin('share_version', (join) =>
      join
        .onRef('share_version.share_guid', '=', 'share.guid')
        .onRef('share_version.number', '=', 'share.version'),
    )
    .innerJoin('file', 'file.guid', 'share_version.file_guid')
    .select(['file.name', 'file.render_status', 'file.password_sealed'])
    .where('share.guid', '=', guid)
    .executeTakeFirstOrThrow()
}

test('a PDF that needs a password is shown at once where that was entered with it', async () => {
  const guid = await makeShare(app, sender, { file: locked('a.pdf'), documentPassword: right })
  expect((await openShare(app, guid, recipientEmail)).status).toBe(200)
  const { render_status, password_sealed } = await fileOf(guid)
  expect(render_status).toBe('Rendered')
  expect(password_sealed).not.toContain('brass')
  expect(await eventKinds(app, guid)).not.toContain('RenderFailed')
})

test('the same holds where the file arrived, and failed, before its form', async () => {
  await sender.open('/share')
  await sender.send('share', { file: locked('b.pdf'), recipients: recipientEmail, check: 'yes' })
  await app.settle()
  await sender.send('share', { documentPassword: right })
  await app.settle()
  const guid = sender.path.split('/')[2]!
  expect(await fileOf(guid)).toMatchObject({ name: 'b.pdf', render_status: 'Rendered' })
})

test('who looks first is told to type it again, since no page sends it back', async () => {
  await sender.open('/share')
  const fields = { file: locked('d.pdf'), recipients: recipientEmail, documentPassword: right }
  await sender.send('share', { ...fields, check: 'yes' })
  const checked = sender.page.root.querySelector('.checked')!.text
  expect(checked).toContain('Enter the file password again below, then share.')
  expect(checked).not.toContain('Share now')
  expect(sender.page.isUnfolded('The file has a password')).toBe(true)
  expect(sender.page.valueOf('File password (optional)')).toBe('')
  await sender.send('share', { documentPassword: right })
  await app.settle()
  expect(await fileOf(sender.path.split('/')[2]!)).toMatchObject({ render_status: 'Rendered' })
})

test('a wrong one is said on the page of the share, which asks again', async () => {
  const guid = await makeShare(app, sender, { file: locked('c.pdf'), documentPassword: 'three brass keys' })
  expect((await sender.open(`/s/${guid}`)).text()).toContain('the password entered for it was wrong')
  await sender.send('givePassword', { documentPassword: right })
  await app.settle()
  expect(await fileOf(guid)).toMatchObject({ render_status: 'Rendered' })
})

test('a password for a file that asks for none is not kept, and never sent back by a form', async () => {
  const guid = await makeShare(app, sender, {
    file: { name: 'd.pdf', bytes: pdf() },
    documentPassword: right,
  })
  await app.settle()
  expect(await fileOf(guid)).toMatchObject({ render_status: 'Rendered', password_sealed: null })
  await sender.open('/share')
  await sender.send('share', { documentPassword: right, recipients: recipientEmail })
  expect([sender.status, sender.page.valueOf('File password (optional)')]).toEqual([400, ''])
})

test('a new version brings its own', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}/versions`)
  await sender.send('add', { file: locked('e.pdf'), documentPassword: right })
  await app.settle()
  expect(await fileOf(guid)).toMatchObject({ name: 'e.pdf', render_status: 'Rendered' })
})
