import type { Choice } from '#server/rules/sharing/options.ts'

export type FeedbackCategory = 'problem' | 'idea' | 'question' | 'other'

/** What feedback is about. */
export const feedbackCategories: Choice<FeedbackCategory>[] = [
  { value: 'problem', label: 'Something does not work', hint: 'Say what you did and what happened.' },
  { value: 'idea', label: 'An idea', hint: 'Say what it would be good for.' },
  { value: 'question', label: 'A question', hint: 'Leave your address below, or nobody can answer.' },
  { value: 'other', label: 'Something else', hint: '' },
]

/** In characters. */
export const maxFeedbackLength = 2000
