import { createHash } from 'node:crypto'
import { differences, type Change } from '#server/rules/text/changes.ts'
import { counted, duration, utcMinute } from '#server/rules/text/format.ts'
import type { Protections } from '#server/rules/sharing/options.ts'
import type { Wishes } from './protections.ts'

/** What can be edited of a share, as it is or as it is to be. */
export type ShareState = Wishes & {
  name: string
  message: string
  protections: Protections
  /** Options a program sent besides the protections: stored, without effect. */
  otherOptions: readonly string[]
}

/** The fields that differ, as activity shows them. */
export function changesBetween(before: ShareState, after: ShareState): Change[] {
  return differences(valuesOf(before), valuesOf(after))
}

function valuesOf({
  name,
  message,
  protections,
  otherOptions,
  ...wishes
}: ShareState): Record<string, string> {
  const { watermark, printCount } = protections
  return {
    name,
    message: message === '' ? 'none' : message,
    visibility: protections.visibility,
    mayDownload: yesOrNo(protections.mayDownload),
    mayPrint: yesOrNo(protections.mayPrint),
    printCount: printCount < 0 ? 'no limit' : String(printCount),
    watermark: watermarkText(watermark),
    isWebView: yesOrNo(protections.isWebView),
    mayReadText: yesOrNo(protections.mayReadText),
    mayForward: yesOrNo(protections.mayForward),
    asksName: yesOrNo(protections.asksName),
    terms: protections.terms,
    termsText: fingerprintOf(wishes.termsText),
    asksTermsAgain: yesOrNo(wishes.asksTermsAgain),
    tellsAcceptance: yesOrNo(wishes.tellsAcceptance),
    end: endOf(protections),
    reminds: yesOrNo(wishes.reminds),
    showsPage: yesOrNo(wishes.showsPage),
    otherOptions: otherOptions.join(', ') || 'none',
  }
}

/** A text that is stored elsewhere and may be long. */
export function fingerprintOf(text: string): string {
  if (text === '') return 'none'
  const sha256 = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${counted([...text].length, 'character')}, SHA-256 ${sha256}`
}

export function watermarkText(watermark: Protections['watermark']): string {
  return watermark ? [watermark.size, watermark.colour, watermark.text].filter(Boolean).join(', ') : 'none'
}

export function yesOrNo(claim: boolean): string {
  return claim ? 'yes' : 'no'
}

/** When someone's access ends, as activity stores it. */
export function endText(expiresAt: number | null): string {
  return expiresAt === null ? 'none' : utcMinute(expiresAt)
}

function endOf({ destructSeconds, expiresAt }: Protections): string {
  if (destructSeconds > 0) return `${duration(destructSeconds * 1000)} after opening`
  return endText(destructSeconds === 0 ? expiresAt : null)
}
