import type { FormAnswer } from '#app/request/action.server.ts'

export type ChosenRights = {
  /** What was selected for a holder on an item, if a form says so. */
  of(holder: string, item: string): string | undefined
  /** What was selected for others than these, each as a field `change`. */
  elsewhere(holders: readonly string[], items: readonly string[]): string[]
}

/**
 * What was selected in a form that came back, on its own page of the table and on others; a table that has changed
 * since shows it again.
 */
export function chosenRights(answer: FormAnswer | undefined): ChosenRights {
  const typed = answer?.result.initialValue ?? {}
  const chosen = new Map<string, { was: string; code: string }>()
  for (const change of texts(typed['change'])) {
    const [holder, item, was = '', code = ''] = change.split('.')
    chosen.set(`${holder}.${item}`, { was, code })
  }
  const [holders, items, cells] = [texts(typed['holder']), texts(typed['item']), texts(typed['cell'])]
  const before = texts(typed['was'])[0]?.split(',') ?? []
  cells.forEach((code, at) => {
    const [row, column] = [Math.floor(at / items.length), at % items.length]
    chosen.set(`${holders[row]}.${items[column]}`, { was: before[at] ?? code, code })
  })
  return {
    of: (holder, item) => chosen.get(`${holder}.${item}`)?.code,
    elsewhere(holders, items) {
      const shown = new Set(holders.flatMap((holder) => items.map((item) => `${holder}.${item}`)))
      const others = [...chosen].filter(([key, { was, code }]) => !shown.has(key) && was !== code)
      return others.map(([key, { was, code }]) => `${key}.${was}.${code}`)
    },
  }
}

function texts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
