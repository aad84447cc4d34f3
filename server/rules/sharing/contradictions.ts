import { maxPrints, type Protections } from './options.ts'

export type Contradiction = { field: string; text: string }

/** Which protections of a share contradict each other, on the form field where that can be fixed, or null. */
export function contradictionIn(share: Protections): Contradiction | null {
  const isCountRight =
    Number.isInteger(share.printCount) && share.printCount >= -1 && share.printCount <= maxPrints
  if (!isCountRight)
    return {
      field: 'printCount',
      text: `Enter a whole number from 0 to ${maxPrints}, or leave it empty.`,
    }
  if (!share.isWebView && !share.mayDownload)
    return {
      field: 'webView',
      text: 'Without viewing in the browser or downloading, no one can see the file. Allow one of them.',
    }
  if (!share.isWebView && share.mayPrint)
    return {
      field: 'webView',
      text: 'Printing needs viewing in the browser. Allow viewing, or turn printing off.',
    }
  if (!share.isWebView && share.mayReadText)
    return {
      field: 'webView',
      text: 'Page text needs viewing in the browser. Allow viewing, or turn page text off.',
    }
  if (share.destructSeconds > 0 && !share.isWebView)
    return {
      field: 'expiry',
      text: 'A file that can only be downloaded can’t self-destruct. Allow viewing in the browser and turn download off.',
    }
  if (share.mayForward && share.visibility !== 'people')
    return {
      field: 'forward',
      text: 'Only files shared with named people can be forwarded. Choose "Only people I specify", or turn forwarding off.',
    }
  return null
}
