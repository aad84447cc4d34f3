import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { chooseFiles, expectPages, sendFile, signUp } from './people.ts'

test('rows of people stay two lines high beside their state, however long the addresses are', async ({
  page,
  email,
}, { project }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signUp(page, `people-${project.name}@example.org`, email)
  const long = `${'a.very.long.name.of.a.person'.repeat(2)}@department.of.a.large.company.example.net`
  const file = { name: 'Contract.pdf', mimeType: 'application/pdf', buffer: pdf(['One page']) }
  await sendFile(page, file, `Rita Reader <${long}>, rob@example.net, x${long}`)
  // Until then, each row says why its person has no email yet.
  await expectPages(page, 1)
  const rows = page.getByRole('row').filter({ hasText: 'Not opened yet' })
  await expect(rows).toHaveCount(3)
  for (const row of await rows.all()) expect((await row.boundingBox())!.height).toBeLessThanOrEqual(52)
})

test('twelve sent files are on a first screen', async ({ page, email }, { project }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signUp(page, `rows-${project.name}@example.org`, email)
  await page.goto('/share')
  const files = Array.from({ length: 14 }, (_, at) => ({
    name: `Board minutes ${at + 1}.pdf`,
    mimeType: 'application/pdf',
    buffer: pdf(['One page']),
  }))
  await chooseFiles(page, 'File', files)
  await page.getByLabel('People', { exact: true }).fill('Rita Reader <rita@example.net>, rob@example.net')
  await page.getByRole('button', { name: /^Share/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('14 files shared')
  await page.goto('/s')
  const inSight = () =>
    page
      .locator('.table tbody tr')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
  expect(await inSight()).toBeGreaterThanOrEqual(12)
})
