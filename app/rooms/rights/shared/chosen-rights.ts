import type { FormAnswer } from '#app/request/action.server.ts'

/**
 * What was selected for a holder on an item in a form that came back, if it says so: as it was selected, or, where saving
 * was refused, as it was to be saved.
 */
export function chosenRight(
  answer: FormAnswer | undefined,
  holder: string,
  item: string,
): string | undefined {
  const typed = answer?.result.initialValue ?? {}
  if (typed['holder'] === holder && typed['item'] === item) return texts(typed['cell'])[0]
  const changes = texts(typed['change']).map((change) => change.split('.'))
  return changes.find(([ofHolder, onItem]) => ofHolder === holder && onItem === item)?.[3]
}

export function texts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((one) => typeof one === 'string')
}
