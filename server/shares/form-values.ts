import { localDate } from '#server/rules/expiry.ts'
import type { Protections } from '#server/rules/options.ts'
import type { Wishes } from './protections.ts'

/** What the fields of a form hold, by name. A box that is not ticked is absent. */
export type FormValues = Record<string, string>

/** A share's protections as the form says them, the other way round than `protectionsOf` and `wishesOf`. */
export function formValuesOf(protections: Protections, wishes: Wishes, timeZone: string): FormValues {
  const { watermark, printCount } = protections
  return {
    visibility: protections.visibility,
    download: yesOrNo(protections.mayDownload),
    print: yesOrNo(protections.mayPrint),
    printCount: printCount < 0 ? '' : String(printCount),
    watermark: watermark ? 'on' : 'off',
    watermarkSize: watermark?.size ?? 'small',
    watermarkColour: watermark?.colour ?? 'grey',
    ...endValues(protections, timeZone),
    forward: yesOrNo(protections.mayForward),
    webView: yesOrNo(protections.isWebView),
    askName: yesOrNo(protections.asksName),
    terms: protections.terms,
    termsText: wishes.termsText,
    termsAgain: yesOrNo(wishes.asksTermsAgain),
    ...(wishes.tellsAcceptance ? { tellAcceptance: 'on' } : {}),
    ...(wishes.reminds ? { reminds: 'on' } : {}),
  }
}

function yesOrNo(claim: boolean): 'yes' | 'no' {
  return claim ? 'yes' : 'no'
}

function endValues({ destructSeconds, expiresAt }: Protections, timeZone: string): FormValues {
  const isInHours = destructSeconds > 3600
  const destruct = {
    destructAmount: destructSeconds > 0 ? String(destructSeconds / (isInHours ? 3600 : 60)) : '10',
    destructUnit: isInHours ? 'hours' : 'minutes',
  }
  if (destructSeconds === 0 && expiresAt !== null) {
    const time = localTime(expiresAt, timeZone)
    // Midnight is the end of the day before, which needs no time.
    const isEndOfDay = time === '00:00'
    return {
      ...destruct,
      expiry: 'date',
      expiryDate: localDate(isEndOfDay ? expiresAt - 1 : expiresAt, timeZone),
      expiryTime: isEndOfDay ? '' : time,
    }
  }
  return {
    ...destruct,
    expiry: destructSeconds > 0 ? 'destruct' : 'off',
    expiryDate: '',
    expiryTime: '',
  }
}

function localTime(instant: number, timeZone: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts }).format(instant)
}
