import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect, test } from './journey.ts'
import { signUp } from './people.ts'

test('an upload goes on where it was after its line fell silent and its page was left', async ({
  page,
  email,
  expectAccessible,
}, testInfo) => {
  const hasScript = testInfo.project.name === 'script-on'
  const file = testInfo.outputPath('Plan.bin')
  await writeFile(file, randomBytes(12 * 1024 * 1024))
  let isSilent = true
  const offsets: string[] = []
  await page.route('**/uploads/resumable/*', async (route) => {
    const request = route.request()
    const offset = request.headers()['upload-offset'] ?? ''
    if (request.method() === 'PATCH') offsets.push(offset)
    // The first part arrives; then nothing more comes through.
    if (!isSilent || request.method() !== 'PATCH' || offset === '0') await route.continue()
  })

  await signUp(page, `ruth-${testInfo.project.name}@example.org`, email)
  await page.goto('/share')
  if (hasScript) {
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await expect(page.getByRole('progressbar', { name: 'Upload of Plan.bin' })).toBeVisible()
    await expect.poll(() => offsets).toContain(String(5 * 1024 * 1024))
    await expectAccessible(page)

    let question = ''
    page.once('dialog', async (dialog) => {
      question = dialog.message()
      await dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Strongroom' }).first().click()
    expect(question).toContain('Leaving this page will discard all your pending uploads.')

    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    isSilent = false
    offsets.length = 0
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await expect(page.getByText('Uploaded: 1 file')).toBeVisible()
    expect(offsets[0]).toBe(String(5 * 1024 * 1024))
    await expectAccessible(page)
  } else {
    // The browser sends the form whole.
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
  }
  await page.getByLabel('People', { exact: true }).fill(`rolf-${testInfo.project.name}@example.net`)
  await page.getByRole('button', { name: 'Share file', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan.bin')
})
