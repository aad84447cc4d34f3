import type { Choice } from '#server/rules/sharing/options.ts'

export type FeedbackCategory = 'problem' | 'idea' | 'question' | 'other'

/** What feedback is about. */
export const feedbackCategories: Choice<FeedbackCategory>[] = [
  { value: 'problem', label: 'Something isn’t working', hint: 'Tell us what you did and what happened.' },
  { value: 'idea', label: 'An idea', hint: 'Tell us what it would help you do.' },
  { value: 'question', label: 'A question', hint: 'Leave your email address below so we can reply.' },
  { value: 'other', label: 'Something else', hint: '' },
]

/** In characters. */
export const maxFeedbackLength = 2000
