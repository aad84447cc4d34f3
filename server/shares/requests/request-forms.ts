import { z } from 'zod'
import { readExpiryDate } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxReasonLength } from '#server/rules/sharing/requests.ts'

const email = z
  .string({ error: 'Enter an email address.' })
  .max(300, 'Enter an email address like name@example.com.')
const name = z.string().max(300, 'Enter a shorter name.').optional()
// Browsers write a line end as two characters: the real length is measured when the text is tidied.
const words = z.string().max(10 * maxReasonLength, `Shorten this to ${maxReasonLength} characters or fewer.`)

/** A recipient forwards a file, or requests it. */
export const forwardForm = z.object({
  email,
  name,
  reason: z.preprocess(
    (typed) => typed ?? '',
    words.refine((text) => text.trim() !== '', 'Say briefly why this person needs the file.'),
  ),
})

/** Someone who confirmed an address requests access. */
export const accessForm = z.object({ email, name, message: words.optional() })

export const accessCodeRequestForm = z.object({ email })

export const accessCodeForm = z.object({
  email,
  code: z.string({ error: 'Enter the six digits of the code.' }).max(40, 'Enter the six digits of the code.'),
})

/**
 * The owner approves access. Text browsers post an empty value for an untouched choice: it means the lesser permission.
 */
export const approveForm = z.object({
  granted: z.enum(['view', 'same']).catch('view'),
  endDate: z.string().max(40, 'Enter a date like 2027-03-01.').optional(),
  endTime: z.string().max(20, 'Enter a time like 17:30.').optional(),
})

export const rejectForm = z.object({ note: words.optional() })

/** The owner's answer in a list of requests, with what approving gives where nothing else is chosen. */
export const decideForm = z.object({
  act: z.enum(['Approve', 'Reject']),
  request: z.string().max(100),
  share: z.string().max(100),
  kind: z.enum(['access', 'forward']),
  granted: z.enum(['view', 'same']).catch('view'),
  /** The list to go back to. */
  from: z.enum(['requests', 'home', 'share']).catch('requests'),
})

export type ApproveForm = z.output<typeof approveForm>

/** The end for one person that a form requests, or null. Throws badForm on the field at fault. */
export function endIn({ endDate, endTime }: ApproveForm, timeZone: string, now: number): number | null {
  const [date, time] = [endDate?.trim() ?? '', endTime?.trim() ?? '']
  if (date === '') {
    if (time === '') return null
    throw new Problem('badForm', { field: 'endDate', text: 'Enter the date as well, or leave both empty.' })
  }
  const read = readExpiryDate({ date, time, timeZone }, now)
  if ('expiresAt' in read) return read.expiresAt
  throw new Problem('badForm', { field: read.field === 'date' ? 'endDate' : 'endTime', text: read.refused })
}
