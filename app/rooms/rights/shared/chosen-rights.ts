import type { FormAnswer } from '#app/request/action.server.ts'

/**
 * What was selected for a holder on an item in a form that came back, if it says so; a page that has changed since shows
 * it again.
 */
export function chosenRights(
  answer: FormAnswer | undefined,
): (holder: string, item: string) => string | undefined {
  const typed = answer?.result.initialValue ?? {}
  const chosen = new Map<string, string>()
  for (const change of texts(typed['change'])) {
    const [holder, item, , code = ''] = change.split('.')
    chosen.set(`${holder}.${item}`, code)
  }
  const [holders, items, cells] = [texts(typed['holder']), texts(typed['item']), texts(typed['cell'])]
  cells.forEach((code, at) => {
    const [row, column] = [Math.floor(at / items.length), at % items.length]
    chosen.set(`${holders[row]}.${items[column]}`, code)
  })
  return (holder, item) => chosen.get(`${holder}.${item}`)
}

export function texts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
