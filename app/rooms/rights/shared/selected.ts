import type { FormAnswer } from '#app/request/action.server.ts'
import { texts } from './chosen-rights.ts'

export type SelectedRights = { holders: Set<string>; items: Set<string>; code: string | undefined }

/**
 * Who and what was selected in a form that came back: as it was ticked, or, where saving was refused, as it was to be
 * saved.
 */
export function selectedIn(answer: FormAnswer | undefined): SelectedRights {
  const typed = answer?.intent === 'previewSelected' ? (answer.result.initialValue ?? {}) : {}
  const changes = texts(typed['change']).map((change) => change.split('.'))
  const [code = changes[0]?.[3]] = texts(typed['code'])
  return {
    holders: new Set([...texts(typed['holder']), ...changes.map(([holder = '']) => holder)]),
    items: new Set([...texts(typed['item']), ...changes.map(([, item = '']) => item)]),
    code,
  }
}

/** A refused request to save comes back to the form where it was selected. */
export function backToChoice(answer: FormAnswer | undefined, hasPanel: boolean): FormAnswer | undefined {
  if (answer?.intent !== 'saveRights') return answer
  return { ...answer, intent: hasPanel ? 'previewRights' : 'previewSelected' }
}
