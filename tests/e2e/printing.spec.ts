import type { Locator, Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { chooseFiles, letIn, signUp } from './people.ts'

const papers = [
  { format: 'A4' },
  { format: 'A4', landscape: true },
  { format: 'Letter' },
  { format: 'Letter', landscape: true },
]
const documents = [
  { name: 'Portrait.pdf', size: { width: 595, height: 842 }, pages: 4 },
  { name: 'Landscape.pdf', size: { width: 842, height: 595 }, pages: 3 },
  { name: 'Tall.pdf', size: { width: 300, height: 1400 }, pages: 2 },
  { name: 'One.pdf', size: { width: 612, height: 792 }, pages: 1 },
]

/** The sheets that a page takes in print, and the pictures on them. */
async function sheets(
  page: Page,
  paper: (typeof papers)[number],
): Promise<{ sheets: number; pictures: number }> {
  const printed = (await page.pdf({ ...paper, printBackground: true })).toString('latin1')
  return {
    sheets: printed.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0,
    pictures: printed.match(/\/Subtype \/Image\b/g)?.length ?? 0,
  }
}

/** How many pictures are there to be printed. */
function arrived(pictures: Locator): Promise<number> {
  return pictures.evaluateAll(
    (all) =>
      (all as HTMLImageElement[]).filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length,
  )
}

test('a print copy takes one sheet a page on any paper; the viewer prints blank', async ({ page, email }, {
  project,
}) => {
  await signUp(page, `printing-${project.name}@example.net`, email)
  for (const { name, size, pages } of documents) {
    await page.goto('/share')
    const texts = Array.from({ length: pages }, (_, at) => `Page ${at + 1} of ${name}`)
    await chooseFiles(page, 'File', { name, mimeType: 'application/pdf', buffer: pdf(texts, size) })
    await letIn(page, 'Anyone with the link')
    await page.getByRole('button', { name: 'Share file' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const view = page.url().replace('/s/', '/view/')
    await expect(async () => {
      await page.goto(view)
      await expect(page.getByRole('button', { name: 'Print' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(page.locator('ol.pages img').first()).toHaveJSProperty('complete', true)
    expect(await sheets(page, papers[0]!), `${name} in the viewer`).toEqual({ sheets: 1, pictures: 0 })
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('ol.pages img')).toHaveCount(pages)
    await expect.poll(() => arrived(page.locator('ol.pages img'))).toBe(pages)
    for (const paper of papers) {
      const found = await sheets(page, paper)
      expect(found.sheets, `${name} on ${JSON.stringify(paper)}`).toBe(pages)
      expect(found.pictures, `${name} on ${JSON.stringify(paper)}`).toBeGreaterThanOrEqual(pages)
    }
  }
})
