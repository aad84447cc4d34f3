import { localDate, localTime } from '#server/rules/sharing/expiry.ts'
import type { Protections } from '#server/rules/sharing/options.ts'
import type { Wishes } from '#server/shares/protections.ts'

/** The values of a form's fields, by name. A box that is not ticked is absent. */
export type FormValues = Record<string, string>

/** A share's protections as form values, the inverse of `protectionsOf` and `wishesOf`. */
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
    watermarkText: watermark?.text ?? '',
    ...endValues(protections, timeZone),
    forward: yesOrNo(protections.mayForward),
    webView: yesOrNo(protections.isWebView),
    readText: yesOrNo(protections.mayReadText),
    askName: yesOrNo(protections.asksName),
    terms: protections.terms,
    termsText: wishes.termsText,
    termsAgain: yesOrNo(wishes.asksTermsAgain),
    ...(wishes.tellsAcceptance ? { tellAcceptance: 'on' } : {}),
    ...(wishes.reminds ? { reminds: 'on' } : {}),
    ...(wishes.showsPage ? { pageInEmail: 'on' } : {}),
  }
}

function yesOrNo(claim: boolean): 'yes' | 'no' {
  return claim ? 'yes' : 'no'
}

/** When a share ends, as form values; times in the owner's zone. */
export type EndValues = Record<
  'expiry' | 'expiryDate' | 'expiryTime' | 'destructAmount' | 'destructUnit',
  string
>

export function endValues({ destructSeconds, expiresAt }: Protections, timeZone: string): EndValues {
  const none = { expiryDate: '', expiryTime: '', destructAmount: '10', destructUnit: 'minutes' }
  if (destructSeconds > 0) {
    const isHours = destructSeconds % 3600 === 0
    const amount = destructSeconds / (isHours ? 3600 : 60)
    // Calls can use any number of seconds.
    const destructAmount = String(Math.round(amount * 1000) / 1000)
    return { ...none, expiry: 'destruct', destructAmount, destructUnit: isHours ? 'hours' : 'minutes' }
  }
  if (destructSeconds < 0 || expiresAt === null) return { ...none, expiry: 'off' }
  return { ...none, expiry: 'date', ...dateValues(expiresAt, timeZone) }
}

/** A moment as two fields; the end of a day is that day without a time. */
export function dateValues(at: number, timeZone: string): Pick<EndValues, 'expiryDate' | 'expiryTime'> {
  const time = localTime(at, timeZone)
  return time === '00:00'
    ? { expiryDate: localDate(at - 1, timeZone), expiryTime: '' }
    : { expiryDate: localDate(at, timeZone), expiryTime: time }
}
