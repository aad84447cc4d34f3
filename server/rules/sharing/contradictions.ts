import { maxPrints, type Protections } from './options.ts'

export type Contradiction = { field: string; text: string }

/** Which protections of a share contradict each other, on the form field where that can be fixed, or null. */
export function contradictionIn(share: Protections): Contradiction | null {
  const isCountRight =
    Number.isInteger(share.printCount) && share.printCount >= -1 && share.printCount <= maxPrints
  if (!isCountRight)
    return {
      field: 'printCount',
      text: `Give a whole number of copies, from 0 to ${maxPrints}, or leave it empty.`,
    }
  if (!share.isWebView && !share.mayDownload)
    return {
      field: 'webView',
      text: 'With neither reading in the browser nor downloading nobody could see the file. Allow one of them.',
    }
  if (!share.isWebView && share.mayPrint)
    return {
      field: 'webView',
      text: 'Print copies are made of the pages in the browser. Allow reading there, or do not allow printing.',
    }
  if (!share.isWebView && share.mayReadText)
    return {
      field: 'webView',
      text: 'The text of the pages is shown in the browser. Allow reading there, or do not give out the text.',
    }
  if (share.destructSeconds > 0 && !share.isWebView)
    return {
      field: 'expiry',
      text: 'A file that can only be downloaded cannot self-destruct. Allow reading in the browser and no download.',
    }
  if (share.mayForward && share.visibility !== 'people')
    return {
      field: 'forward',
      text: 'Forwarding is for files that only named people may see. Choose "Only people I specify", or do not allow forwarding.',
    }
  return null
}
