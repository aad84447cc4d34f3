import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { chooseFiles, expectPages, letIn, openProtections, openedByReader, signUp } from './people.ts'

const passkey = 'green lantern under ice'

test('two files with conditions are sent, read, printed once, talked about, passed on, changed, unshared and binned', async ({
  page,
  browser,
  email,
  expectAccessible,
}, { project }) => {
  const own = (name: string) => `${name}-${project.name}@example.net`
  const reader = await openedByReader(browser, page)
  let details = ''

  await test.step('the sender sends two files with terms, name, one copy and forwarding by consent', async () => {
    await signUp(page, own('sharing'), email)
    await page.goto('/share')
    await chooseFiles(page, 'File', [
      { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: pdf(['First page', 'Second page']) },
      { name: 'Annex.txt', mimeType: 'text/plain', buffer: Buffer.from('The annex') },
    ])
    await page.getByLabel('People', { exact: true }).fill(`Rita Reader <${own('tenant')}>`)
    await openProtections(page)
    await expectAccessible(page)
    const printing = page.getByRole('group', { name: 'Printing' })
    await printing.getByText('Allowed', { exact: false }).nth(1).click()
    await page.getByLabel('Number of copies (optional)').fill('1')
    await page.getByText('Required before opening').click()
    await page.getByText('My own terms').click()
    await page.getByLabel('Terms', { exact: true }).fill('Keep what you read to yourself.')
    await page.getByRole('button', { name: 'Share file' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 files shared')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Lease.pdf' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lease.pdf')
    details = new URL(page.url()).pathname
  })

  await test.step('the recipient accepts, says the name, and reads', async () => {
    await reader.goto(details.replace('/s/', '/file/'))
    await reader.getByLabel('Your email address').fill(own('tenant'))
    await reader.getByRole('button', { name: 'Email me a code' }).click()
    const { code } = await email(own('tenant'), /code/i)
    await reader.getByLabel('Six-digit code').fill(code!)
    await reader.getByRole('button', { name: 'Continue' }).click()
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Terms of access')
    await expectAccessible(reader)
    await reader.getByLabel('I have read and accept these terms').check()
    await reader.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Your name')
    await expectAccessible(reader)
    await reader.getByLabel('First name').fill('Rita')
    await reader.getByLabel('Last name').fill('Reader')
    await reader.locator('main').getByRole('button').click()
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Lease.pdf')
    await expectAccessible(reader)
    await reader.getByRole('button', { name: 'Open' }).click()
    await expect(reader.getByRole('img', { name: /^Page \d of 2$/ })).toHaveCount(2)
    await expectAccessible(reader)
  })

  await test.step('prints once, and is refused the second time', async () => {
    const other = await reader.context().newPage()
    await other.goto(reader.url())
    await reader.getByRole('button', { name: 'Print' }).click()
    await expect(reader).toHaveURL(/\/print$/)
    await expectAccessible(reader)
    await other.getByRole('button', { name: 'Print' }).click()
    await expect(other.getByText('You’ve reached the print limit.')).toBeVisible()
    await expectAccessible(other)
    await other.close()
  })

  await test.step('asks to pass it on; the sender agrees under Requests', async () => {
    await reader.goto(details.replace('/s/', '/file/'))
    await reader.getByRole('link', { name: 'Forward' }).click()
    await expectAccessible(reader)
    await reader.getByLabel('Their email address').fill(own('neighbour'))
    await reader.getByLabel('Why they need the file').fill('She rents the other half')
    await reader.getByRole('button', { name: 'Request approval' }).click()
    await expect(reader.getByText('Waiting for the sender')).toBeVisible()
    await expectAccessible(reader)
    await page.goto('/requests')
    await expectAccessible(page)
    const request = page.locator('.ask').filter({ hasText: own('neighbour') })
    await request.getByRole('button', { name: `Approve ${own('neighbour')}` }).click()
    await expect(request).toHaveCount(0)
    await expect(page.getByRole('row').filter({ hasText: own('neighbour') })).toContainText('Approved')
    await expectAccessible(page)
    await email(own('neighbour'), /forwarded a protected file to you/)
  })

  await test.step('both write comments', async () => {
    await reader.goto(details.replace('/s/', '/file/'))
    await reader.getByRole('link', { name: 'Comments' }).click()
    await reader.getByLabel('Your comment').fill('What does the second page mean?')
    await reader.getByRole('button', { name: 'Send comment' }).click()
    await expect(reader.getByText('Comment sent.')).toBeVisible()
    await expectAccessible(reader)
    await page.goto(`${details}/comments`)
    await page.getByRole('link', { name: /^Rita Reader/ }).click()
    await expect(page.getByText('What does the second page mean?')).toBeVisible()
    await page.getByLabel('Your comment').fill('That the roof is yours.')
    await page.getByRole('button', { name: 'Send comment' }).click()
    await expectAccessible(page)
    await reader.reload()
    await expect(reader.getByText('That the roof is yours.')).toBeVisible()
  })

  await test.step('the sender adds a person and puts a new version in its place', async () => {
    await page.goto(`${details}/edit`)
    await expectAccessible(page)
    await page.getByLabel('Add people').fill(own('lawyer'))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      page
        .getByRole('table')
        .filter({ hasText: own('lawyer') })
        .first(),
    ).toBeVisible()
    await email(own('lawyer'), /shared a file with you/)
    await page.goto(`${details}/versions`)
    await chooseFiles(page, 'File', {
      name: 'Lease-2.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(['One page is left']),
    })
    await page.getByRole('button', { name: 'Add version' }).click()
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expect(async () => {
      await reader.goto(details.replace('/s/', '/view/'))
      await expect(reader.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
    for (const place of ['activity', 'terms', 'requests']) {
      await page.goto(`${details}/${place}`)
      await expectAccessible(page)
    }
  })

  await test.step('unshares it from the list, deletes it to the trash, and brings it back', async () => {
    await page.goto('/s')
    await page.getByLabel('Select Lease.pdf').check()
    await page.getByRole('button', { name: 'Unshare' }).click()
    await expectAccessible(page)
    expect((await reader.reload())?.status()).toBe(410)
    await expectAccessible(reader)
    await page.goto('/s')
    await page.getByLabel('Select Lease.pdf').check()
    await page.getByRole('button', { name: 'Delete …' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.goto('/bin')
    await expectAccessible(page)
    await page.getByLabel('Select Lease.pdf').check()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Back in sent files, as it was.')).toBeVisible()
    await page.goto('/s')
    await expect(page.getByLabel('Select Lease.pdf')).toBeVisible()
    await expectAccessible(page)
  })
  await reader.context().close()
})

test('a file with a passkey opens with the passkey', async ({ page, browser, email, expectAccessible }, {
  project,
}) => {
  await signUp(page, `passkey-${project.name}@example.net`, email)
  await page.goto('/share')
  await chooseFiles(page, 'File', {
    name: 'Offer.pdf',
    mimeType: 'application/pdf',
    buffer: pdf(['The price']),
  })
  await letIn(page, 'Anyone with the passkey')
  await page.getByLabel('Passkey', { exact: true }).fill(passkey)
  await page.getByLabel('Passkey again').fill(passkey)
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offer.pdf')
  await expectAccessible(page)
  await expectPages(page, 1)
  const reader = await openedByReader(browser, page)
  await reader.goto(new URL(page.url()).pathname.replace('/s/', '/file/'))
  await expect(reader.getByText('Offer.pdf')).toHaveCount(0)
  await expectAccessible(reader)
  await reader.getByLabel('Your email address').fill('rita@example.net')
  await reader.getByLabel('Passkey', { exact: true }).fill('red lantern under ice')
  await reader.getByRole('button', { name: 'Continue' }).click()
  await expect(reader.getByText('Wrong passkey.').first()).toBeVisible()
  await expectAccessible(reader)
  await reader.getByLabel('Passkey', { exact: true }).fill(passkey)
  await reader.getByRole('button', { name: 'Continue' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Offer.pdf')
  await reader.getByRole('button', { name: 'Open' }).click()
  await expect(reader.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expectAccessible(reader)
  await reader.context().close()
})
