import excel from 'exceljs'
import { expect, test } from 'vitest'
import { Program } from '#tests/api/program.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { rowsUnder } from '#tests/support/browser/shown.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, openShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: olivia } = await makeWorld()

/** What the records of a share say of previews, the newest first. */
async function previewsIn(address: string): Promise<string[]> {
  await olivia.open(`${address}?about=previews`)
  return rowsUnder(olivia, 'When').filter((row) => row.includes('previewed'))
}

/** Rows of a sheet of an export, each with its cells. */
async function exported(address: string, sheet: string): Promise<unknown[][]> {
  const book = new excel.Workbook()
  await book.xlsx.load(await (await olivia.fetch(address)).arrayBuffer())
  return (book.getWorksheet(sheet)!.getSheetValues() as unknown[][]).slice(2)
}

test('a sender who looks at their own file is on the record as a preview, once for a visit, and in no figure', async () => {
  const guid = await makeShare(app, olivia, { recipients: recipientEmail })
  await olivia.open(`/view/${guid}`)
  await loadPictures(olivia)
  await loadPictures(await olivia.open(`/view/${guid}`))
  expect(await previewsIn(`/s/${guid}/activity`)).toEqual([
    expect.stringContaining('previewed the file, not counted'),
  ])
  app.clock.advance(11 * minute)
  await loadPictures(await olivia.open(`/view/${guid}`))
  expect(await previewsIn(`/s/${guid}/activity`)).toHaveLength(2)
  await olivia.open(`/s/${guid}`)
  expect(rowsUnder(olivia, 'When')).toEqual([])
  expect(olivia.text()).toContain('Not opened')

  await loadPictures(await openShare(app, guid, recipientEmail))
  const visits = await app.strongroom.services.tracking.visits(guid)
  expect(visits.rows.map(({ email }) => email)).toEqual([recipientEmail])
  const counted = await app.strongroom.services.tracking.summary([guid])
  expect(counted.get(guid)).toMatchObject({ views: 1, openedBy: 1 })
})

test('an export says of a preview that it is not counted, and can have previews alone', async () => {
  const guid = await makeShare(app, olivia, { recipients: recipientEmail })
  await loadPictures(await olivia.open(`/view/${guid}`))
  await loadPictures(await openShare(app, guid, recipientEmail))
  const [events, visits] = await Promise.all([
    exported(`/s/${guid}/export`, 'Events'),
    exported(`/s/${guid}/export`, 'Visits'),
  ])
  const previews = events.filter((row) => row.includes('Previewed'))
  expect(previews).toEqual([expect.arrayContaining([operatorEmail, 'Previewed', 'not counted'])])
  expect(visits).toEqual([expect.arrayContaining([recipientEmail])])
  expect(await exported(`/s/${guid}/export?about=previews`, 'Events')).toEqual(previews)
  expect(await exported(`/s/${guid}/export?about=previews`, 'Visits')).toEqual([])
})

test('a program that starts a track as the sender is on the record, and gets no track', async () => {
  const guid = await makeShare(app, olivia, { recipients: recipientEmail })
  const program = await new Program(app).enter(operatorEmail)
  const { said } = await program.post('/v3/tracks/start/sender', { ShareGuid: guid })
  expect(said).toMatchObject({ TrackId: null })
  expect(await previewsIn(`/s/${guid}/activity`)).toHaveLength(1)
})

test('a file of a room that its owner looks at is a preview in the activity of the room', async () => {
  const room = await makeRoom(app, { tree: { 'plan.pdf': 'Plan' } })
  await loadPictures(await olivia.open(`/view/${room.items['plan.pdf']}`))
  await olivia.open(`/drstats/${room.guid}?show=records&about=previews`)
  expect(olivia.text()).toContain('previewed the file, not counted')
  await olivia.open(`/drstats/${room.guid}?show=files`)
  expect(olivia.text()).not.toContain('1 time')
})
