import { z } from 'zod'
import { localDate, localTime } from '#server/rules/expiry.ts'
import type { Protections } from '#server/rules/options.ts'
import { yesOrNo, type ShareState } from './changes.ts'
import { shareForm } from './forms.ts'
import { longestTerms } from './own-terms.ts'
import { protectionsOf } from './protections.ts'

const yesNo = z
  .enum(['yes', 'no', 'on'])
  .catch('no')
  .transform((value) => (value === 'no' ? 'no' : 'yes'))

/** The share form for what was sent already: without the file, with the name, and with the state that was seen. */
export const editForm = shareForm.omit({ file: true }).extend({
  revision: z.coerce.number().int(),
  name: z.string().max(1000, 'This name is too long. Shorten it.').optional(),
  printCount: z.string().max(10, 'Give a whole number of copies, or leave it empty.').optional(),
  forward: yesNo,
  webView: yesNo,
  askName: yesNo,
  terms: z.enum(['off', 'team', 'custom']).catch('off'),
  termsText: z
    .string()
    .max(10 * longestTerms, 'The terms are too long. Shorten them.')
    .optional(),
  reminds: yesNo,
  /** The guids of people from whom the file is taken away. */
  remove: z.array(z.string().max(100)).max(1000).optional(),
})

export type EditForm = z.output<typeof editForm>

/** What the fields say of a share as it is; times in the owner's zone. */
export function editFields(
  { name, message, protections, reminds, termsText }: ShareState,
  timeZone: string,
): Record<string, string> {
  const { watermark, printCount } = protections
  return {
    name,
    message,
    visibility: protections.visibility,
    download: yesOrNo(protections.mayDownload),
    print: yesOrNo(protections.mayPrint),
    printCount: printCount < 0 ? '' : String(printCount),
    watermark: watermark ? 'on' : 'off',
    watermarkSize: watermark?.size ?? 'small',
    watermarkColour: watermark?.colour ?? 'grey',
    ...endFields(protections, timeZone),
    forward: yesOrNo(protections.mayForward),
    webView: yesOrNo(protections.isWebView),
    terms: protections.terms,
    termsText,
    askName: yesOrNo(protections.asksName),
    reminds: yesOrNo(reminds),
  }
}

type EndFields = Record<'expiry' | 'expiryDate' | 'expiryTime' | 'destructAmount' | 'destructUnit', string>

function endFields({ destructSeconds, expiresAt }: Protections, timeZone: string): EndFields {
  const none = { expiryDate: '', expiryTime: '', destructAmount: '10', destructUnit: 'minutes' }
  if (destructSeconds > 0) {
    const isHours = destructSeconds % 3600 === 0
    const amount = destructSeconds / (isHours ? 3600 : 60)
    // Calls may ask for any number of seconds.
    const destructAmount = String(Math.round(amount * 1000) / 1000)
    return { ...none, expiry: 'destruct', destructAmount, destructUnit: isHours ? 'hours' : 'minutes' }
  }
  if (destructSeconds < 0 || expiresAt === null) return { ...none, expiry: 'off' }
  return { ...none, expiry: 'date', ...dateFields(expiresAt, timeZone) }
}

/** A moment as two fields; the end of a day is that day without a time. */
export function dateFields(at: number, timeZone: string): { expiryDate: string; expiryTime: string } {
  const time = localTime(at, timeZone)
  return time === '00:00'
    ? { expiryDate: localDate(at - 1, timeZone), expiryTime: '' }
    : { expiryDate: localDate(at, timeZone), expiryTime: time }
}

/**
 * The protections that an edit asks for. An end that is left as it is stays, to the millisecond, though it may be one
 * that could not be chosen any more. Throws a Problem on the field at fault.
 */
export function editedProtections(
  form: EditForm,
  before: Protections,
  timeZone: string,
  now: number,
): Protections {
  const { destructSeconds, expiresAt } = before
  const isSameEnd = isLeft(form, endFields(before, timeZone))
  const wanted = protectionsOf({ ...form, ...(isSameEnd ? { expiry: 'off' } : {}) }, timeZone, now)
  return {
    ...wanted,
    printCount: countIn(form.printCount ?? ''),
    isWebView: form.webView === 'yes',
    mayForward: form.forward === 'yes',
    asksName: form.askName === 'yes',
    terms: form.terms,
    ...(isSameEnd ? { destructSeconds, expiresAt } : {}),
  }
}

function isLeft(form: EditForm, shown: EndFields): boolean {
  if (form.expiry !== shown.expiry) return false
  if (form.expiry === 'date')
    return isSame(form.expiryDate, shown.expiryDate) && isSame(form.expiryTime, shown.expiryTime)
  if (form.expiry === 'destruct')
    return isSame(form.destructAmount, shown.destructAmount) && form.destructUnit === shown.destructUnit
  return true
}

function isSame(typed: string | undefined, shown: string): boolean {
  return (typed ?? '').trim() === shown
}

/** Copies; -1 for as many as wanted, and no number at all for what is none. */
function countIn(typed: string): number {
  const count = typed.trim()
  if (count === '') return -1
  return /^-?\d+$/.test(count) ? Number(count) : Number.NaN
}
