import type { ComponentType } from 'react'

/** What a tab shows: `data` is what its `load` answers, `answer` what its form did. */
export type TeamView<Data = unknown> = {
  View: ComponentType<{ data: Data; answer: unknown }>
  /** What can be done, in the head of the page. */
  Actions?: ComponentType<{ data: Data; answer: unknown }>
}
