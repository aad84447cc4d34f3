import { day, destructSeconds, readExpiryDate } from '#server/rules/sharing/expiry.ts'
import {
  maxWatermarkTextLength,
  maxPrints,
  type Protections,
  type Watermark,
} from '#server/rules/sharing/options.ts'
import { watermarkFits } from '#server/rules/sharing/watermark-text.ts'
import { positiveNumber } from '#server/rules/text/positive-number.ts'
import { Findings } from '#server/rules/findings.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ProtectionForm } from './sending/forms.ts'

type End = Pick<Protections, 'destructSeconds' | 'expiresAt'>

/** What a sender wants for a share besides its protections. */
export type Wishes = {
  /** The sender's own terms of access, if the protections require those. */
  termsText: string
  /** Whether a new version of the team's terms has to be accepted again. */
  asksTermsAgain: boolean
  /** Whether the sender is notified of acceptances. */
  tellsAcceptance: boolean
  /** Whether recipients are reminded a day before the share ends. */
  reminds: boolean
  /** Whether the emails to recipients show the first page. */
  showsPage: boolean
}

export const noWishes: Wishes = {
  termsText: '',
  asksTermsAgain: true,
  tellsAcceptance: false,
  reminds: false,
  showsPage: false,
}

/** The protections that a form requests; `now` in epoch milliseconds. Throws a Problem on the fields at fault. */
export function protectionsOf(form: ProtectionForm, timeZone: string, now: number): Protections {
  const findings = new Findings()
  const protections = readProtections(form, timeZone, now, findings)
  findings.throwAny()
  return protections
}

/**
 * The same, collecting what is refused: what else is wrong with the form can be found with what stands in for it.
 */
export function readProtections(
  form: ProtectionForm,
  timeZone: string,
  now: number,
  findings: Findings,
): Protections {
  return {
    visibility: form.visibility,
    mayDownload: form.download === 'yes',
    mayPrint: form.print === 'yes',
    printCount: form.print === 'yes' ? printCountOf(form.printCount ?? '') : -1,
    watermark: form.watermark === 'on' ? findings.check(() => watermarkOf(form), null) : null,
    isWebView: form.webView === 'yes',
    mayReadText: form.readText === 'yes',
    mayForward: form.forward === 'yes',
    asksName: form.askName === 'yes',
    terms: form.terms,
    ...findings.check(() => endOf(form, timeZone, now), standInFor(form, now)),
  }
}

/** The wishes besides the protections; those that do not go with them are dropped. */
export function wishesOf(form: ProtectionForm): Wishes {
  return {
    termsText: form.terms === 'custom' ? (form.termsText ?? '') : '',
    // Only a team's terms have versions: a changed text of one's own always has to be accepted.
    asksTermsAgain: form.terms !== 'team' || form.termsAgain === 'yes',
    tellsAcceptance: form.terms !== 'off' && form.tellAcceptance !== undefined,
    reminds: form.expiry === 'date' && form.reminds !== undefined,
    showsPage: isPageShowable(form) && form.pageInEmail !== undefined,
  }
}

/** A page in an email cannot wait until its reader enters or accepts something, and does not end. */
function isPageShowable({ visibility, terms, askName, webView, expiry }: ProtectionForm): boolean {
  return (
    visibility === 'people' &&
    terms === 'off' &&
    askName === 'no' &&
    webView === 'yes' &&
    expiry !== 'destruct'
  )
}

function watermarkOf(form: ProtectionForm): Watermark {
  const text = (form.watermarkText ?? '').trim()
  if (!watermarkFits(text))
    throw new Problem('badForm', {
      field: 'watermarkText',
      text: `Use at most ${maxWatermarkTextLength} characters, on one line.`,
    })
  return { size: form.watermarkSize, colour: form.watermarkColour, text }
}

/** Empty means without limit. What is not a number is left to the rule that refuses it. */
function printCountOf(typed: string): number {
  if (typed.trim() === '') return -1
  return positiveNumber(typed, { least: 0, max: maxPrints }).number ?? Number.NaN
}

function endOf(form: ProtectionForm, timeZone: string, now: number): End {
  if (form.expiry === 'date') return fixedDate(form, timeZone, now)
  if (form.expiry === 'destruct') return selfDestruct(form)
  return { destructSeconds: -1, expiresAt: null }
}

/** An end of the kind that was chosen, in the place of one that was refused. */
function standInFor({ expiry }: ProtectionForm, now: number): End {
  if (expiry === 'date') return { destructSeconds: 0, expiresAt: now + day }
  return { destructSeconds: 600, expiresAt: null }
}

function fixedDate(form: ProtectionForm, timeZone: string, now: number): End {
  const read = readExpiryDate({ date: form.expiryDate ?? '', time: form.expiryTime ?? '', timeZone }, now)
  if ('expiresAt' in read) return { destructSeconds: 0, expiresAt: read.expiresAt }
  const field = read.field === 'date' ? 'expiryDate' : 'expiryTime'
  throw new Problem('badForm', { field, text: read.refused })
}

function selfDestruct(form: ProtectionForm): End {
  const { number, problem } = positiveNumber(form.destructAmount ?? '', { least: 1, max: 60 })
  const seconds = number === null ? null : destructSeconds(number, form.destructUnit)
  if (seconds !== null) return { destructSeconds: seconds, expiresAt: null }
  throw new Problem('badForm', {
    field: 'destructAmount',
    text: problem ?? 'Enter a whole number from 1 to 60.',
  })
}
