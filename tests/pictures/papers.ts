import type { Browser } from '@playwright/test'

const style = `
  @page { size: A4; margin: 22mm 20mm }
  body { font: 11pt/1.5 'Liberation Serif', serif; color: #1a1e22 }
  h1 { font: 600 20pt/1.2 'Liberation Sans', sans-serif; margin: 0 0 4mm }
  h2 { font: 600 12pt/1.3 'Liberation Sans', sans-serif; margin: 6mm 0 2mm; break-after: avoid }
  section { break-before: page }
  section:first-of-type { break-before: auto }
  table { border-collapse: collapse; width: 100%; margin: 4mm 0 }
  td, th { border-bottom: 1px solid #ccc; padding: 1.5mm 2mm; text-align: right }
  td:first-child, th:first-child { text-align: left }`
const clauses = [
  'The Seller sells and the Purchaser purchases the Shares with effect from the Effective Date, together with all rights attaching to them, free from any encumbrance.',
  'The Purchase Price is payable in cash on the Closing Date into the account that the Seller names in writing at least five business days before.',
  'From signing until closing the Seller shall procure that the Company conducts its business in the ordinary course and consistent with past practice.',
  'Each party shall bear its own costs and the fees of its advisers. Notarial fees are borne by the Purchaser.',
]
const figures = [
  ['', 'Q1', 'Q2', 'Q3', 'Q4'],
  ['Revenue', '4,180', '4,420', '4,655', '5,010'],
  ['Gross margin', '41 %', '42 %', '42 %', '44 %'],
  ['EBITDA', '512', '560', '604', '701'],
]

/** A document as people send them: headings, clauses, here and there a table; as many pages as it has parts. */
export async function document(browser: Browser, title: string, parts: readonly string[]): Promise<Buffer> {
  const page = await browser.newPage()
  const sections = parts.map((part, at) => {
    const texts = clauses.map((text, clause) => `<p>${at + 1}.${clause + 1}&ensp;${text}</p>`)
    return `<section>${at === 0 ? `<h1>${title}</h1>` : ''}<h2>${at + 1}&ensp;${part}</h2>${texts.join('')}${at % 2 ? table() : ''}</section>`
  })
  await page.setContent(`<style>${style}</style>${sections.join('')}`)
  const bytes = await page.pdf({ preferCSSPageSize: true })
  await page.close()
  return bytes
}

function table(): string {
  const rows = figures.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`)
  return `<table>${rows.join('')}</table>`
}
