import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { listNames } from '#server/rules/product/exported-lists.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { enterRoom, makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: olivia } = await makeWorld()

/** As people name things who want a spreadsheet to compute; its result is nowhere else. */
const formula = '=4321+4321'
const member = 'mia@example.net'

/** Comma, quotes, UTF-8, what each cell shows, all sheets. */
const everySheet = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1'
/** The same for what is read: as anyone opens it, so that a formula would become one. */
const asOpened = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false'

/** What LibreOffice makes of files in a folder, by name, and what it complains about. */
async function converted(folder: string, names: string[], ...more: string[]): Promise<string> {
  const profile = pathToFileURL(path.join(folder, 'profile')).href
  const options = [`-env:UserInstallation=${profile}`, '--headless', '--norestore', ...more]
  const to = ['--convert-to', everySheet, '--outdir', path.join(folder, 'made')]
  const files = names.map((name) => path.join(folder, name))
  const { stderr } = await promisify(execFile)(programOf('soffice')!, [...options, ...to, ...files])
  return stderr.replaceAll(/^.*javaldx.*\n/gm, '')
}

test('LibreOffice opens every export without a complaint, and computes nothing that someone wrote', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'exports-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const guid = await makeShare(app, olivia, {
    recipients: `${formula} <${recipientEmail}>`,
    file: { name: `${formula}.pdf`, bytes: pdf(['Page 1']) },
  })
  const reader = { ...somebody(), userAgent: formula }
  await loadPictures(await openShare(app, guid, recipientEmail, reader))
  const room = await makeRoom(app, { tree: { [`${formula}.pdf`]: 'A' }, members: { [member]: 3 } })
  await makeTeam(app, [operatorEmail])
  const mia = await enterRoom(app, room.guid, member, reader)
  await loadPictures(await mia.open(`/view/${room.items[`${formula}.pdf`]!}`))

  const [ofShare, ofRoom] = [`/s/${guid}`, `/rooms/${room.guid}`]
  const addresses: Record<(typeof listNames)[number], string> = {
    shareActivity: `${ofShare}/export?`,
    recipients: `${ofShare}/export?table=people&`,
    acceptances: `${ofShare}/terms/export?`,
    roomActivity: `${ofRoom}/export?`,
    members: `${ofRoom}/export?table=members&`,
    index: `${ofRoom}/export?table=files&`,
    roomAcceptances: `${ofRoom}/terms/export?`,
    sent: '/s/export?',
    account: '/setting/activity/export?',
    team: '/team/admin/audit?',
    installation: '/operator/audit/export?',
    teamAcceptances: '/team/admin/terms?',
    teamReport: '/team/admin/report?',
  }
  for (const list of listNames)
    for (const format of ['xlsx', 'csv']) {
      const answer = await olivia.fetch(`${addresses[list]}format=${format}`)
      expect([list, format, answer.status]).toEqual([list, format, 200])
      await writeFile(
        path.join(folder, `${list}-${format}.${format}`),
        Buffer.from(await answer.arrayBuffer()),
      )
    }
  const said = [
    await converted(
      folder,
      listNames.map((list) => `${list}-xlsx.xlsx`),
    ),
    await converted(
      folder,
      listNames.map((list) => `${list}-csv.csv`),
      asOpened,
    ),
  ]
  expect(said).toEqual(['', ''])

  const made = await readdir(path.join(folder, 'made'))
  const texts = await Promise.all(
    made.map(async (name) => [name, await readFile(path.join(folder, 'made', name), 'utf8')] as const),
  )
  const shown = (list: string) =>
    texts.filter(([name]) => name.startsWith(`${list}-`)).map(([, text]) => text)
  for (const list of listNames)
    for (const text of shown(list)) expect([list, text.trim()]).not.toEqual([list, ''])
  for (const list of ['shareActivity', 'recipients', 'roomActivity', 'index', 'sent'])
    for (const text of shown(list)) expect([list, text]).toEqual([list, expect.stringContaining(formula)])
  for (const [name, text] of texts)
    expect([name, text.split(/[\n,]/).filter((cell) => cell === '8642')]).toEqual([name, []])
})
