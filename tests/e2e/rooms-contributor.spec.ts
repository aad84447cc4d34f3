import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from './journey.ts'
import { chooseFiles, openedByReader, signUp } from './people.ts'
import {
  addFiles,
  addPeople,
  addingTo,
  chooseRows,
  comeByInvitation,
  makeFolder,
  makeRoom,
  namesIn,
  paper,
  row,
  within,
  openMenu,
} from './rooms.ts'

test('a contributor adds files under names that are there, tells of them, moves and deletes an own file, and puts it back', async ({
  page,
  browser,
  email: mail,
  expectWell,
}, testInfo) => {
  const { project } = testInfo
  const hasScript = project.name === 'script-on'
  const own = (name: string) => `${name}-${project.name}@example.net`
  const [email, reading] = [own('rooms-helper'), own('rooms-reading')]
  const helper = await openedByReader(browser, page)
  const look = () => expectWell(helper)
  let [room, folder] = ['', '']

  await test.step('the owner lets a contributor and a reader in', async () => {
    await signUp(page, own('rooms-chief'), mail)
    room = await makeRoom(page, 'Sale of the dike')
    folder = await makeFolder(page, room, 'Contracts')
    await addFiles(page, room, [paper('Annex.pdf')])
    await addPeople(page, room, { emails: [email], role: 'Contributor' })
    await addPeople(page, room, { emails: [reading], role: 'View' })
    await comeByInvitation(helper, email, mail)
    await helper.getByRole('button', { name: 'Enter' }).click()
    await expect(namesIn(helper)).toHaveText(['Contracts', 'Annex.pdf'])
    await look()
  })

  await test.step('adds a file, then a new version of it, then keeps both', async () => {
    await helper.getByRole('link', { name: 'Add files' }).click()
    await look()
    await addFiles(helper, room, [paper('Lease.pdf', 'As drafted')])
    await addFiles(helper, room, [paper('Lease.pdf', 'As signed')])
    await expect(helper.getByRole('row').filter({ hasText: 'Lease.pdf' })).toContainText('Version 2')
    await helper.goto(addingTo(room))
    await chooseFiles(helper, 'Files', [paper('Lease.pdf', 'Another')])
    await helper.getByRole('radio', { name: /^Keep both/ }).check()
    await helper.getByRole('button', { name: 'Add files' }).click()
    await expect(helper.getByRole('link', { name: 'Lease (2).pdf' })).toBeVisible()
    await look()
  })

  await test.step('tells all who can see it', async () => {
    await helper.getByRole('radio', { name: /^All who can see them/ }).check()
    await helper.getByRole('button', { name: 'Continue' }).click()
    await expect(helper.getByText('2 people get an email.')).toBeVisible()
    await look()
  })

  await test.step('of files one of which is refused, the others arrive', async () => {
    await helper.goto(addingTo(room))
    await chooseFiles(helper, 'Files', [
      paper('Plan.pdf'),
      { name: 'Setup.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0') },
    ])
    await helper.getByRole('button', { name: 'Add files' }).click()
    if (hasScript) {
      // The tray says so at once, and keeps what has arrived.
      await expect(helper.getByText('Uploaded: Plan.pdf.')).toBeVisible()
      await expect(helper.getByText('Setup.pdf: The file’s contents').first()).toBeVisible()
      await look()
      await helper.getByRole('button', { name: 'Add files' }).click()
    }
    await expect(helper).toHaveURL(/\/notify\//)
    await expect(helper.getByRole('row').filter({ hasText: 'Plan.pdf' })).toContainText('Added')
    await look()
    await helper.getByRole('radio', { name: /^Later/ }).check()
    await helper.getByRole('button', { name: 'Continue' }).click()
    await helper.getByRole('link', { name: 'Notify members about saved files' }).click()
    await look()
  })

  if (hasScript) {
    await test.step('chooses a whole folder, and its files arrive in folders', async () => {
      const deal = path.join(testInfo.outputPath(), 'Deal')
      await mkdir(path.join(deal, 'Plans'), { recursive: true })
      await writeFile(path.join(deal, 'Offer.pdf'), paper('Offer.pdf').buffer)
      await writeFile(path.join(deal, 'Plans', 'Roof.pdf'), paper('Roof.pdf').buffer)
      await helper.goto(addingTo(room))
      await helper.getByLabel('Or a folder with everything in it').setInputFiles(deal)
      await expect(helper.getByText('Uploaded: 2 files')).toBeVisible()
      await look()
      await helper.getByRole('button', { name: 'Add files' }).click()
      await expect(helper.getByRole('link', { name: 'Deal/Plans/Roof.pdf' })).toBeVisible()
      await expect(helper.getByRole('link', { name: 'Deal/Offer.pdf' })).toBeVisible()
      await look()
    })
  }

  await test.step('looks at the versions of the file', async () => {
    await helper.goto(room)
    await expect(row(helper, 'Lease.pdf')).toContainText('Version 2')
    await openMenu(helper, 'Lease.pdf')
    await helper.getByRole('link', { name: 'Details', exact: true }).click()
    await expect(helper.locator('#here')).toHaveText('Lease.pdf')
    await look()
  })

  await test.step('what the owner added stays where it is', async () => {
    await helper.goto(room)
    await chooseRows(helper, ['Annex.pdf'], 'Move …')
    await expect(helper.getByText('You can only change items you added.')).toBeVisible()
    await helper.goto(room)
  })

  await test.step('moves and renames an own file', async () => {
    await chooseRows(helper, ['Lease.pdf'], 'Move …')
    await look()
    await helper.getByRole('link', { name: 'Contracts', exact: true }).click()
    await helper.getByRole('button', { name: 'Move to Contracts' }).click()
    await expect(helper.getByText('Moved.', { exact: true })).toBeVisible()
    await look()
    await helper.goto(folder)
    await expect(namesIn(helper)).toHaveText(['Lease.pdf'])
    await chooseRows(helper, ['Lease.pdf'], 'Rename …')
    await look()
    await helper.getByLabel('Name', { exact: true }).fill('Lease as signed')
    await helper.getByRole('button', { name: 'Rename' }).click()
    await expect(namesIn(helper)).toHaveText(['Lease as signed.pdf'])
  })

  await test.step('deletes it into the trash, and puts it back', async () => {
    await chooseRows(helper, ['Lease as signed.pdf'], 'Move to trash …')
    await expect(helper.locator('#here')).toHaveText('Move Lease as signed.pdf to trash?')
    await look()
    await helper.getByRole('button', { name: 'Move to trash', exact: true }).click()
    await expect(helper.getByText(/^In trash for \d+ days\.$/)).toBeVisible()
    await look()
    await helper.goto(folder)
    await expect(helper.getByText('Lease as signed.pdf')).toHaveCount(0)
    await helper.goto(within(room, 'bin'))
    await look()
    await chooseRows(helper, ['Lease as signed.pdf'], 'Restore')
    await expect(helper.getByText('Restored.', { exact: true })).toBeVisible()
    await look()
    await helper.goto(folder)
    await expect(namesIn(helper)).toHaveText(['Lease as signed.pdf'])
  })
  await helper.context().close()
})
