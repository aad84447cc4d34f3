import { expect, test } from './journey.ts'
import { signUp } from './people.ts'
import { addFiles, expectReady, makeFolder, makeRoom, paper, within } from './rooms.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { FaultProxy, type Fault } from '#tests/support/servers/fault-proxy.ts'

test.use({ extraHTTPHeaders: { 'X-Forwarded-For': '198.51.100.21' } })

test('an owner downloads a whole room as a ZIP, and sees when it has been sent', async ({
  page,
  email: mail,
  expectWell,
}, { project }) => {
  const hasScript = project.use.javaScriptEnabled !== false
  await signUp(page, `zips-${project.name}@example.net`, mail)
  const room = await makeRoom(page, 'Papers of the mill')
  await addFiles(page, room, [paper('Lease.pdf'), paper('Plan.pdf')])
  await makeFolder(page, room, 'Nothing yet')
  await expectReady(page, room)

  await page.goto(`${within(room, 'zip')}?item=${room.split('/').at(-1)!}`)
  await expect(page.getByText('2 files, about')).toBeVisible()
  await page.getByRole('button', { name: 'Prepare ZIP' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  if (!hasScript)
    await expect(async () => void ((await link.count()) === 0 && (await page.reload()))).toPass()
  await expect(link).toBeVisible()
  await expectWell(page)

  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toBe('Papers of the mill.zip')
  const files = await unzipped(await readFile(await download.path()))
  expect(Object.keys(files).toSorted()).toEqual([
    'Lease.pdf',
    'Nothing yet/',
    'Plan.pdf',
    'index.csv',
    'index.html',
  ])
  // With script the page says so by itself.
  if (!hasScript) await page.reload()
  await expect(page.getByText('Download completed')).toBeVisible()
  await expectWell(page)
})

test('a browser goes on by itself with a ZIP whose line was cut', async ({ page, email: mail, baseURL }, {
  project,
}) => {
  await signUp(page, `cut-${project.name}@example.net`, mail)
  const room = await makeRoom(page, 'Films of the mill')
  const film = { name: 'Film.bin', mimeType: 'application/octet-stream', buffer: randomBytes(3_000_000) }
  await addFiles(page, room, [film])
  await page.goto(`${within(room, 'zip')}?item=${room.split('/').at(-1)!}`)
  await page.getByRole('button', { name: 'Prepare ZIP' }).click()
  const link = page.getByRole('link', { name: 'Download' })
  await expect(async () => void ((await link.count()) === 0 && (await page.reload()))).toPass()
  const origin = new URL(baseURL!)
  const proxy = await FaultProxy.start(`http://127.0.0.1:${origin.port}`)
  const faults: Fault[] = [{ cutAfter: 1_000_000 }, { cutAfter: 1_000_000 }]
  proxy.rule = ({ url }) => (url.startsWith('/zips/') ? (faults.shift() ?? null) : null)
  const address = new URL((await link.getAttribute('href'))!, origin)
  address.port = new URL(proxy.origin).port
  // The navigation ends in a download.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.goto(address.href).catch(() => undefined),
  ])
  const files = await unzipped(await readFile(await download.path()))
  expect([faults.length, files['Film.bin']!.equals(film.buffer)]).toEqual([0, true])
  await proxy.close()
})
