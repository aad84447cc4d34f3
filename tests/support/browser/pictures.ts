import type { Browser } from './browser.ts'

/** Asks for the pictures of pages as a browser does that shows them: those of the screen, or of these pages of it. */
export async function loadPictures(browser: Browser, only?: number[]): Promise<void> {
  const pictures = browser.page.root.querySelectorAll('ol.pages > li > img')
  const wanted = pictures.filter((_, index) => only === undefined || only.includes(index + 1))
  for (const picture of wanted) {
    const answer = await browser.fetch(picture.getAttribute('src')!)
    if (answer.status !== 200) throw new Error(`No picture of a page: status ${answer.status}`)
    await answer.arrayBuffer()
  }
}
