import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { budget } from '#tests/support/world/budget.ts'
import { chooseFiles, signUp } from './people.ts'
import { makeFolder, makeRoom, paper } from './rooms.ts'

test.use({ extraHTTPHeaders: { 'X-Forwarded-For': '198.51.100.22' } })

/** A folder on disk: names that end with a slash are folders. */
async function folderOnDisk(root: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    const whole = path.join(root, name)
    await mkdir(name.endsWith('/') ? whole : path.dirname(whole), { recursive: true })
    if (!name.endsWith('/')) await writeFile(whole, `This is ${name}.`)
  }
  return path.join(root, names[0]!.split('/')[0]!)
}

/** Drops files and folders of the disk, as a person does from the window of another program. */
async function dropOn(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = (await target.boundingBox())!
  const session = await page.context().newCDPSession(page)
  const at = { x: box.x + Math.min(20, box.width / 2), y: box.y + Math.min(10, box.height / 2) }
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, ...at, data })
  await drag('dragEnter')
  // Only what the page has marked takes what is dropped.
  await expect(async () => {
    await drag('dragOver')
    await expect(page.locator('.drop-over')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await drag('drop')
  await session.detach()
}

const tree = ['Deal/2024/a.txt', 'Deal/2024/b.txt', 'Deal/c.txt', 'Deal/Empty/']

test('a folder that is dropped on a room keeps what is in it, and its members are asked about once', async ({
  page,
  email,
  expectAccessible,
}, testInfo) => {
  const hasScript = testInfo.project.name === 'script-on'
  await signUp(page, `fay-${testInfo.project.name}@example.org`, email)
  const room = await makeRoom(page, 'Sale of the mill')
  if (!hasScript) {
    await page.goto(room)
    await chooseFiles(page, 'Drop files here, or choose them', [paper('Lease.pdf')])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('heading', { name: '1 file added' })).toBeVisible()
    return
  }
  const inner = await makeFolder(page, room, 'Contracts')
  const deal = await folderOnDisk(testInfo.outputPath('disk'), tree)

  await test.step('cancelled all at once, it leaves nothing', async () => {
    // Nothing comes through.
    await page.route('**/uploads/resumable', () => undefined)
    await page.goto(room)
    await dropOn(page, page.locator('form.folder-drop'), [`${deal}/c.txt`, `${deal}/2024/a.txt`])
    const tray = page.getByRole('complementary', { name: 'Upload tray' })
    await expect(tray).toContainText('0 of 2 files uploaded')
    let question = ''
    page.once('dialog', (dialog) => {
      question = dialog.message()
      void dialog.accept()
    })
    await tray.getByRole('button', { name: 'Cancel all' }).click()
    await expect(tray.getByText('c.txt')).toHaveCount(0)
    await expect(tray.getByRole('link')).toHaveCount(0)
    expect(question).toBe('Cancel all uploads? What has arrived is removed.')
    await page.unroute('**/uploads/resumable')
  })

  await test.step('dropped on the list', async () => {
    await page.goto(room)
    await dropOn(page, page.locator('form.folder-drop'), [deal])
    await expect(page.getByRole('heading', { name: '3 files added' })).toBeVisible()
    await expect(page.getByText('Deal/2024/a.txt')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Notify members about 3 new files?' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(room)
    await page.getByRole('link', { name: 'Deal', exact: true }).first().click()
    await expect(page.getByRole('link', { name: 'Empty', exact: true }).first()).toBeVisible()
  })

  await test.step('dropped on one of its folders', async () => {
    await page.goto(room)
    await dropOn(page, page.getByRole('row').filter({ hasText: 'Contracts' }), [deal])
    await expect(page.getByRole('heading', { name: '3 files added' })).toBeVisible()
    await page.goto(inner)
    await expect(page.getByRole('link', { name: 'Deal', exact: true }).first()).toBeVisible()
  })

  await test.step('chosen on the page for adding', async () => {
    await page.goto(room)
    await page.getByRole('link', { name: 'Add files' }).click()
    await page.getByLabel('Or a folder with everything in it').setInputFiles(deal)
    await expect(page.getByText('Uploaded: 3 files')).toBeVisible()
    await page.getByRole('button', { name: 'Add files' }).click()
    await expect(page.getByRole('heading', { name: '3 files added' })).toBeVisible()
    await expect(page.getByText('Version 2').first()).toBeVisible()
  })
})

test('a folder of many files is in the room once and whole, although its page was left in the middle', async ({
  page,
  email,
}, testInfo) => {
  const count = budget({ some: 60, all: 10_000 })
  const names = Array.from({ length: count }, (_, at) => `Big/${at % 100}/${Math.floor(at / 10)}/${at}.txt`)
  const empty = Array.from({ length: 10 }, (_, at) => `Big/${at}/0 empty/`)
  const big = await folderOnDisk(testInfo.outputPath('disk'), [...names, ...empty])
  await signUp(page, `many-${testInfo.project.name}@example.org`, email)
  const room = await makeRoom(page, 'Sale of the quarry')
  if (testInfo.project.name !== 'script-on') {
    await page.goto(room)
    await expect(page.getByLabel('Drop files here, or choose them')).toBeVisible()
    return
  }
  let left = count / 2
  await page.route('**/uploads/resumable', (route) => (left-- > 0 ? route.continue() : undefined))
  let added = 0
  page.on('requestfinished', (request) => {
    const part = request.url().endsWith('/part') ? (request.postData() ?? '') : ''
    added += new URLSearchParams(part).getAll('file').length
  })
  await page.goto(room)
  await dropOn(page, page.locator('form.folder-drop'), [big])
  const tray = page.getByRole('complementary', { name: 'Upload tray' })
  await expect(tray).toContainText(`${count / 2} of ${count} files uploaded`)
  expect(await tray.getByRole('listitem').count()).toBeLessThanOrEqual(50)
  await expect.poll(() => added).toBe(count / 2)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.unroute('**/uploads/resumable')
  await dropOn(page, page.locator('form.folder-drop'), [big])
  await expect(page.getByRole('heading', { name: `${count} files added` })).toBeVisible()
  await expect(page.getByText(/^Version \d/)).toHaveCount(0)
  expect(added).toBe(count)
  await expect(page.getByRole('group', { name: /^Notify members about / })).toHaveCount(1)
  await page.goto(room)
  for (const name of ['Big', '3']) await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('link', { name: '0 empty', exact: true }).first()).toBeVisible()
})

test('a folder in the share form is sent as files, or becomes a data room', async ({
  page,
  email,
  expectAccessible,
}, testInfo) => {
  const hasScript = testInfo.project.name === 'script-on'
  const own = (name: string) => `${name}-${testInfo.project.name}@example.org`
  await signUp(page, own('faith'), email)
  await page.goto('/share')
  const folder = page.getByLabel('Or choose a folder')
  if (!hasScript) {
    await expect(page.getByLabel('File', { exact: true })).toBeVisible()
    await expect(folder).toHaveCount(0)
    return
  }
  const deal = await folderOnDisk(testInfo.outputPath('disk'), tree)
  const question = page.getByRole('region', { name: 'Folder' })

  await test.step('as files', async () => {
    await folder.setInputFiles(deal)
    await expect(question).toContainText('This folder has 3 files.')
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Share its files' }).click()
    await expect(page.getByText('Uploaded: 3 files')).toBeVisible()
    await page.getByLabel('People', { exact: true }).fill(own('rafe'))
    await page.getByRole('button', { name: 'Share file', exact: true }).click()
    await expect(page.getByText('Files shared.')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('b.txt')
  })

  await test.step('as a data room', async () => {
    await page.goto('/share')
    await folder.setInputFiles(deal)
    await question.getByLabel('Name of the data room').fill('The deal')
    await question.getByRole('button', { name: 'Make a data room' }).click()
    await expect(page.getByRole('heading', { name: '3 files added' })).toBeVisible()
    await expect(page.getByText('Deal/2024/a.txt')).toBeVisible()
    await expect(page.getByText('The deal').first()).toBeVisible()
  })
})

test('what is dropped on home begins a share, and an upload that was left is found again', async ({
  page,
  email,
  expectAccessible,
}, testInfo) => {
  const hasScript = testInfo.project.name === 'script-on'
  const own = (name: string) => `${name}-${testInfo.project.name}@example.org`
  await signUp(page, own('frida'), email)
  const file = path.join(await folderOnDisk(testInfo.outputPath('disk'), ['Loose/plan.txt']), 'plan.txt')
  if (!hasScript) {
    await page.goto('/home')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    return
  }

  await test.step('dropped on home', async () => {
    await page.goto('/home')
    await dropOn(page, page.getByRole('heading', { level: 1 }), [file])
    await expect(page).toHaveURL(/\/share\?uploaded=/)
    await expect(page.getByRole('checkbox', { name: 'plan.txt' })).toBeChecked()
  })

  await test.step('left, found, and removed', async () => {
    await page.goto('/share')
    const left = page.getByRole('region', { name: 'Unfinished uploads' })
    await expect(left).toContainText('plan.txt')
    await expectAccessible(page)
    await left.getByRole('link', { name: 'Share it' }).click()
    await page.getByLabel('People', { exact: true }).fill(own('rolf'))
    await page.getByRole('button', { name: 'Share file', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('plan.txt')
    await page.goto('/share')
    await expect(left).toHaveCount(0)
  })
})

test('a page that is used while its script starts gets its tray all the same', async ({ page, email }, {
  project,
}) => {
  await signUp(page, `early-${project.name}@example.org`, email)
  // On a slow machine, someone who clicks and chooses from the first moment on.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(() => {
    const use = setInterval(() => {
      document.querySelector('input[type=file]')?.dispatchEvent(new Event('change', { bubbles: true }))
      document.querySelector('h1')?.click()
    })
    addEventListener('load', () => setTimeout(() => clearInterval(use), 500))
  })
  await page.goto('/share')
  await chooseFiles(page, 'File', [paper('Early.pdf')])
  await page.getByLabel('People', { exact: true }).fill('early-reader@example.net')
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Early.pdf')
})
