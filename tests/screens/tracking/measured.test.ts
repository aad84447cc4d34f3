import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, openShare, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { heartbeat } from '#tests/support/browser/heartbeats.ts'
import { somebody } from '#tests/support/world/people.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'

const { app } = await makeWorld()

async function olivia(): Promise<Browser> {
  return signIn(app, operatorEmail, somebody())
}

/** A share with a reader whose script measured three minutes of page 1. */
async function measured(recipients = recipientEmail): Promise<[string, Browser]> {
  const guid = await makeShare(app, await olivia(), { recipients })
  const rita = await openShare(app, guid, recipientEmail, somebody())
  await loadPictures(rita)
  for (let time = 0; time < 3; time++) {
    app.clock.advance(minute)
    await heartbeat(rita, guid, '1:60000')
  }
  app.clock.advance(minute)
  return [guid, rita]
}

test('the sender is told that a time was measured: in total, by page, by visit and by person', async () => {
  const [guid] = await measured()
  const page = await (await olivia()).open(`/s/${guid}`)
  expect(page.text()).toContain('Reading time (measured)')
  expect(page.text()).toContain('1 reader, 3 min in all')
  expect(rowsUnder(page, 'When')).toEqual([expect.stringMatching(/Page 1Time3 minutesmeasured/)])
  expect(rowsUnder(page, 'Person')).toEqual([expect.stringMatching(/Time3 minutesmeasured/)])
  expect(rowsUnder(page, 'Page')).toEqual([
    expect.stringMatching(/^All readers ?3:00/),
    expect.stringMatching(/^rita@example.net ?3:00/),
  ])
  await page.follow(recipientEmail)
  expect(page.text()).toContain('Reading time (measured)')
  await page.open(`/s/${guid}/activity`)
  expect(page.text()).toContain('read page 1 for 1 minute, measured')
})

test('what was measured of one and estimated of another is said to be partly estimated', async () => {
  const [guid] = await measured(`${recipientEmail}, ben@example.net`)
  const ben = await openShare(app, guid, 'ben@example.net', somebody())
  await loadPictures(ben)
  app.clock.advance(minute)
  await loadPictures(ben, [2])
  const page = await (await olivia()).open(`/s/${guid}`)
  expect(page.text()).toContain('Reading time (partly estimated)')
  expect(page.text()).toContain('2 readers, 4 min in all, 1 min of it estimated')
  expect(rowsUnder(page, 'When')[0]).toMatch(/Time1 minuteestimated/)
  expect(rowsUnder(page, 'When')[1]).toMatch(/Time3 minutesmeasured/)
  const pages = rowsUnder(page, 'Page')
  // What was only estimated is no figure, in no row.
  expect(pages[0]).toMatch(/^All readers ?3:00 ?about 30 s/)
  expect(pages[1]).toMatch(/^ben@example.net ?about 30 s ?about 30 s/)
  expect(pages[2]).toMatch(/^rita@example.net ?3:00/)
})

test('no one’s reading is neither', async () => {
  const guid = await makeShare(app, await olivia())
  const page = await (await olivia()).open(`/s/${guid}`)
  expect(page.text()).not.toMatch(/Reading time \(/)
})

test('readers are told the same of themselves, and that it was measured', async () => {
  const [guid, rita] = await measured()
  await rita.open(`/files/${guid}`)
  expect(rita.text()).toContain('Page 1, read for 3 minutes, measured')
  expect(rita.text()).toContain('Times marked “measured” come from your browser or program')
})

test('an open page without script says nothing about reading; a request for another one does', async () => {
  const guid = await makeShare(app, await olivia())
  const rita = await openShare(app, guid, recipientEmail, somebody())
  await loadPictures(rita)
  for (let time = 0; time < 3; time++) {
    app.clock.advance(minute)
    await (await rita.fetch(`/view/${guid}/pulse`)).text()
  }
  await rita.open(`/files/${guid}`)
  expect(rita.text()).toContain('Pages 1, 2, reading time not measured')
  await rita.open(`/view/${guid}`)
  await loadPictures(rita, [1])
  const page = await (await olivia()).open(`/s/${guid}`)
  expect(page.text()).toContain('Reading time (estimated)')
  await rita.open(`/files/${guid}`)
  expect(rita.text()).toContain('Pages 1, 2, read for about 3 minutes')
})
