import type { HTMLElement } from 'node-html-parser'
import type { Browser } from './browser.ts'

/** The page as it came, with all that no one sees. */
export function html({ bytes }: Browser): string {
  return Buffer.from(bytes).toString()
}

/** What a list of facts says, by label. */
export function facts({ page }: Browser): Record<string, string> {
  const found = page.root.querySelectorAll('dl.facts > div')
  return Object.fromEntries(
    found.map((fact) => [fact.querySelector('dt')!.text, fact.querySelector('dd')!.text.trim()]),
  )
}

/** The rows of a page's first table that is no picture, each as one line. */
export function rows({ page }: Browser): string[] {
  return linesOf(page.root.querySelectorAll('table').find((table) => !table.classList.contains('reading'))!)
}

/** The rows of the table whose first heading this is, each as one line; none where there is no such table. */
export function rowsUnder({ page }: Browser, firstHeading: string): string[] {
  const table = page.root.querySelectorAll('table').find((one) => firstHeadings(one).includes(firstHeading))
  return table ? linesOf(table) : []
}

/** What the first column is called, and the first one that the eye sees named: a column of boxes may be before it. */
function firstHeadings(table: HTMLElement): string[] {
  const heads = table.querySelectorAll('th')
  const firstSeen = heads.find((head) => !head.querySelector('.unseen'))
  return [heads[0], firstSeen].flatMap((head) => head?.text.trim() ?? [])
}

/** What the cells of the page's first table say below this heading. */
export function column({ page }: Browser, heading: string): string[] {
  const table = page.root.querySelector('table')!
  const at = table.querySelectorAll('thead th').findIndex((one) => one.text.trim() === heading)
  return table.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('td, th')[at]!.text.trim())
}

/** Each row as a narrow screen shows it, where the style puts what the head says before each cell. */
function linesOf(table: HTMLElement): string[] {
  return table.querySelectorAll('tbody tr').map((row) => {
    const cells = row.querySelectorAll('td, th')
    return cells
      .map((cell) => (cell.getAttribute('data-label') ?? '') + cell.text)
      .join('')
      .replace(/\s+/g, ' ')
  })
}
