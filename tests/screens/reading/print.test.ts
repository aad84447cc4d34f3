import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

const { app, operator: sender } = await makeWorld()

async function printed(guid: string): Promise<number> {
  return (await app.strongroom.services.tracking.summary([guid])).get(guid)!.prints
}

test('with printing not allowed the viewer offers no button, and every way to a copy is refused', async () => {
  const guid = await makeShare(app, sender, { visibility: 'public', print: 'no', download: 'yes' })
  const visitor = await openPublicShare(app, guid, somebody())
  expect(() => visitor.page.press('Print')).toThrow(/No button/)
  expect(visitor.page.links(/print/i)).toEqual([])
  const page = await visitor.fetch(`/view/${guid}/print`)
  expect([page.status, await page.text()]).toEqual([
    403,
    expect.stringContaining('The sender doesn’t allow printing of this file.'),
  ])
  await sendUnoffered(visitor, `/view/${guid}`, 'print')
  expect([visitor.status, visitor.heading()]).toEqual([403, 'Printing not allowed'])
  expect(await printed(guid)).toBe(0)
})

test('with printing allowed the button brings a copy of all pages, and the sender learns it', async () => {
  const bytes = pdf(Array.from({ length: 30 }, (_, at) => `Page ${at + 1}`))
  const guid = await makeShare(app, sender, {
    visibility: 'public',
    print: 'yes',
    file: { name: 'a.pdf', bytes },
  })
  const visitor = await openPublicShare(app, guid, somebody())
  await visitor.press('Print')
  expect([visitor.status, visitor.path]).toEqual([200, `/view/${guid}/print`])
  const images = visitor.page.root.querySelectorAll('ol.pages img')
  expect(images).toHaveLength(30)
  expect((await visitor.fetch(images[29]!.getAttribute('src')!)).status).toBe(200)
  expect(await printed(guid)).toBe(1)
  await visitor.reload()
  expect(await printed(guid)).toBe(1)
  await visitor.follow('Back to reading')
  expect(visitor.path).toBe(`/view/${guid}`)
})

test('a copy that no one issued is not shown: its address leads to the button', async () => {
  const guid = await makeShare(app, sender, { visibility: 'public', print: 'yes' })
  const visitor = await openPublicShare(app, guid, somebody())
  await visitor.open(`/view/${guid}/print`)
  expect([visitor.status, visitor.path]).toEqual([200, `/view/${guid}`])
  expect(await printed(guid)).toBe(0)
})

test('a long copy comes in parts of 100 pages', async () => {
  const bytes = pdf(Array.from({ length: 120 }, (_, at) => `Page ${at + 1}`))
  const guid = await makeShare(app, sender, {
    visibility: 'public',
    print: 'yes',
    file: { name: 'a.pdf', bytes },
  })
  const visitor = await openPublicShare(app, guid, somebody())
  await visitor.press('Print')
  expect(visitor.text()).toContain('Pages 1–100 of 120')
  await visitor.follow('Next')
  expect(visitor.page.root.querySelectorAll('ol.pages img')).toHaveLength(20)
  expect(await printed(guid)).toBe(1)
})

test('the sender can print without being counted', async () => {
  const guid = await makeShare(app, sender, { print: 'no' })
  await sender.open(`/view/${guid}`)
  await sender.press('Print')
  expect([sender.status, sender.path]).toEqual([200, `/view/${guid}/print`])
  expect(await printed(guid)).toBe(0)
})
