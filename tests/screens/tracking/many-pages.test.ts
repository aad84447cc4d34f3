import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'

const { app, operator: sender } = await makeWorld()

const emails = Array.from({ length: 20 }, (_, at) => `reader${String(at + 1).padStart(2, '0')}@example.net`)

/** A document of 60 pages that twenty people read, page 45 the longest, page 60 not at all. */
async function muchRead(): Promise<string> {
  const guid = await makeShare(app, sender, {
    file: {
      name: 'Long.pdf',
      type: 'application/pdf',
      bytes: pdf(Array.from({ length: 60 }, (_, at) => `Page ${at + 1}`)),
    },
    recipients: emails.join(', '),
  })
  for (const actor of emails) {
    const pages = Array.from({ length: 59 }, (_, at) => `${at + 1}:${at === 44 ? 90_000 : 1000 * (at + 1)}`)
    const detail = { pages: pages.join(',') }
    await app.strongroom.services.events.record(null, {
      subject: guid,
      kind: 'Read',
      actor,
      visitGuid: `visit of ${actor}`,
      detail,
    })
    app.clock.advance(minute)
  }
  return guid
}

/** The numbers of the columns. */
function columns(): number[] {
  return sender.page.root
    .querySelectorAll('.reading:not(.lanes) thead th:not(.corner)')
    .map((head) => Number(head.text))
}

test('of 60 pages and 20 readers, 40 pages and the 12 latest readers are shown, and the busiest pages at a press', async () => {
  const guid = await muchRead()
  await sender.open(`/s/${guid}`)
  expect([columns().at(0), columns().at(-1), columns().length]).toEqual([1, 40, 40])
  const rows = rowsUnder(sender, 'Page')
  expect(rows).toHaveLength(13)
  expect([rows[0], rows[1], rows[12]].map((row) => row!.replace(/(\.net|readers).*/, '$1'))).toEqual([
    'All readers',
    'reader20@example.net',
    'reader09@example.net',
  ])
  expect(sender.text()).toContain('The 12 latest readers; 8 more are counted in “All readers”.')
  expect(sender.page.root.querySelector('.film .thumb')).toBeNull()
  await sender.follow('Next')
  expect([columns().at(0), columns().at(-1)]).toEqual([41, 60])
  await sender.follow('Busiest 20 pages')
  expect(columns()).toEqual(Array.from({ length: 20 }, (_, at) => at + 40))
  expect(sender.page.root.querySelectorAll('.film .thumb')).toHaveLength(20)
  expect(sender.page.root.querySelector('nav[aria-label="Pages shown"] [aria-current]')!.text).toBe(
    'Busiest 20 pages',
  )
  expect(sender.page.links('Next')).toEqual([])
  await sender.follow('All pages')
  expect([sender.path, columns().length]).toEqual([`/s/${guid}`, 40])
})

test('a document whose pages all fit has no second view', async () => {
  const guid = await makeShare(app, sender)
  const detail = { pages: '1:1000' }
  const about = { subject: guid, kind: 'Read', actor: 'rita@example.net', visitGuid: 'one' } as const
  await app.strongroom.services.events.record(null, { ...about, detail })
  for (const address of [`/s/${guid}`, `/s/${guid}?busiest=1`]) {
    await sender.open(address)
    expect([sender.status, columns(), sender.page.links('Busiest 20 pages')]).toEqual([200, [1, 2], []])
  }
})

test('pages that were never counted are no place to go to', async () => {
  const guid = await makeShare(app, sender)
  expect((await sender.open(`/s/${guid}?busiest=1`)).status).toBe(200)
  expect((await sender.open(`/s/${guid}?from=41`)).status).toBe(404)
})
