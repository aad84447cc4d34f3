import type { Choice } from '#server/rules/sharing/options.ts'

const day = 86_400_000

/** The number of sign-ins before the question, and the time between two questions, in milliseconds. */
export const sessionsBeforeSurvey = 5
export const timeBetweenSurveys = 90 * day

export const satisfactions = ['5', '4', '3', '2', '1'] as const
export type Satisfaction = (typeof satisfactions)[number]

export const satisfactionChoices: Choice<Satisfaction>[] = [
  { value: '5', label: 'Very satisfied', hint: '' },
  { value: '4', label: 'Satisfied', hint: '' },
  { value: '3', label: 'Neither', hint: '' },
  { value: '2', label: 'Dissatisfied', hint: '' },
  { value: '1', label: 'Very dissatisfied', hint: '' },
]
