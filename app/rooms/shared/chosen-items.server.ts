import { isGuid } from '#server/rules/text/guid.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'

/** Guids as one short text, so that the address of a page about 200 of them passes every proxy. */
export function packed(guids: readonly string[]): string {
  return Buffer.from([...new Set(guids)].filter(isGuid).join(''), 'hex').toString('base64url')
}

/** The items that an address names: one or more `item`, or many packed in `items`. Throws notFound for none. */
export function chosenIn({ searchParams }: URL): string[] {
  const hex = Buffer.from(searchParams.get('items') ?? '', 'base64url').toString('hex')
  const guids = [...searchParams.getAll('item'), ...(hex.match(/.{32}/g) ?? [])].filter(isGuid)
  if (guids.length === 0) throw new Problem('notFound')
  return [...new Set(guids)].slice(0, rowsOnScreen)
}
