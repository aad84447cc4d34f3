import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { chooseFiles, openedByReader, pressInMenu, signUp } from './people.ts'

test('a sender shares a file, its recipient reads it, the sender sees that and takes it back', async ({
  page,
  browser,
  email,
  expectAccessible,
}, { project }) => {
  const [senderEmail, readerEmail] = [`sonia-${project.name}@example.org`, `rita-${project.name}@example.net`]

  await test.step('the sender makes an account', async () => {
    await signUp(page, senderEmail, email, expectAccessible)
    await expectAccessible(page)
  })

  await test.step('the sender shares a document with one person', async () => {
    await page.goto('/share')
    await expectAccessible(page)
    await chooseFiles(page, 'File', {
      name: 'Contract.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(['The first page', 'The second page', 'The third page']),
    })
    await page.getByLabel('People', { exact: true }).fill(`Rita Reader <${readerEmail}>`)
    await page.getByLabel('Message', { exact: true }).fill('Please read this before Monday.')
    await page.getByRole('button', { name: 'Share file' }).click()
    await expect(page).toHaveURL(/\/s\/[0-9a-f]{32}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contract.pdf')
    await expectAccessible(page)
  })

  const reader = await openedByReader(browser, page)
  await test.step('the recipient proves the address and opens the file', async () => {
    const { links } = await email(readerEmail, /Contract|shared/i)
    await reader.goto(links.find((link) => link.includes('/file/'))!)
    await expect(reader.getByText('Contract.pdf')).toHaveCount(0)
    await expectAccessible(reader)
    await expect(reader.getByText(readerEmail)).toHaveCount(0)
    await reader.getByRole('button', { name: 'Email me a code' }).click()
    await expectAccessible(reader)
    await expect(reader.getByLabel('Verification code')).toBeFocused()
    const { code } = await email(readerEmail, /code/i)
    await reader.getByLabel('Verification code').fill(code!)
    await reader.getByLabel('Verification code').press('Enter')
    await expect(reader).toHaveURL(/\/view\//)
    await reader.goto(reader.url().replace('/view/', '/file/'))
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Contract.pdf')
    await expect(reader.getByText('Please read this before Monday.')).toBeVisible()
    await expectAccessible(reader)
  })

  await test.step('the recipient reads every page, and gets neither copy nor print', async () => {
    await reader.getByRole('button', { name: 'Open' }).click()
    await expect(reader).toHaveURL(/\/view\//)
    const pages = reader.getByRole('img', { name: /^Page \d of 3$/ })
    await expect(pages).toHaveCount(3)
    for (const picture of await pages.all()) {
      const answer = await reader.request.get((await picture.getAttribute('src'))!)
      expect(answer.status()).toBe(200)
      expect(answer.headers()['content-type']).toMatch(/^image\/(png|jpeg)$/)
    }
    await expect(reader.getByRole('link', { name: 'Download' })).toHaveCount(0)
    await expect(reader.getByRole('button', { name: 'Print' })).toHaveCount(0)
    const download = await reader.request.get(`${new URL(reader.url()).pathname}/download`)
    expect(download.status()).toBe(403)
    await expectAccessible(reader)
  })

  await test.step('the sender sees who opened it, in the list and in detail', async () => {
    await page.reload()
    const recipients = page.getByRole('table').filter({ hasText: readerEmail }).first()
    await expect(recipients).toBeVisible()
    await expect(page.getByText('Not opened yet.')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/s')
    await expect(page.getByRole('row').filter({ hasText: 'Contract.pdf' })).toContainText('1 of 1')
    await expectAccessible(page)
  })

  await test.step('the sender takes it back, and the recipient cannot read on', async () => {
    await page.getByRole('link', { name: 'Contract.pdf', exact: true }).click()
    await pressInMenu(page, 'Unshare')
    await expect(page.getByText('Unshared. Only you can open it now.')).toBeVisible()
    const refused = await reader.reload()
    expect(refused?.status()).toBe(410)
    await expect(reader.getByText('stopped sharing this file.')).toBeVisible()
    await expectAccessible(reader)
    await pressInMenu(page, 'Share again')
    expect((await reader.reload())?.status()).toBe(200)
  })
  await reader.context().close()
})

test('a sender shares several files at once, one of which is refused', async ({
  page,
  email,
  expectAccessible,
}, { project }) => {
  const readerEmail = `tina-${project.name}@example.net`
  const hasScript = project.name === 'script-on'
  await signUp(page, `silvia-${project.name}@example.org`, email)
  await page.goto('/share')
  if (hasScript) {
    // Before the tray runs, the form is sent as without script.
    const archive = { name: 'Archive.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') }
    await chooseFiles(page, 'File', archive)
    await expect(page.getByText('Archive.zip: ')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Archive.zip' }).click()
    await expect(page.getByText('Archive.zip: ')).toHaveCount(0)
  }
  await chooseFiles(page, 'File', [
    { name: 'One.txt', mimeType: 'text/plain', buffer: Buffer.from('The first text') },
    { name: 'Setup.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\0\0') },
    { name: 'Two.txt', mimeType: 'text/plain', buffer: Buffer.from('The second text') },
  ])
  await page.getByLabel('People', { exact: true }).fill(readerEmail)
  await page.getByRole('button', { name: 'Review first' }).click()
  // The tray says at once what the form says when it comes back, and all that was typed stays.
  await expect(page.getByText('Setup.pdf: The file’s contents').first()).toBeVisible()
  if (hasScript) {
    await expect(page.getByText('Uploaded: One.txt, Two.txt.')).toBeVisible()
    await expect(page.getByLabel('People', { exact: true })).toHaveValue(readerEmail)
    await page.getByRole('button', { name: 'Review first' }).click()
  }
  await expect(page.getByRole('heading', { name: 'Nothing has been shared yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Share now' }).click()
  await expect(page).toHaveURL(/\/share\/sent\/[0-9a-f]{32}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 files shared')
  await expectAccessible(page)
  const { links } = await email(readerEmail, /2 files/)
  expect(links.filter((link) => link.includes('/file/'))).toHaveLength(2)
})
