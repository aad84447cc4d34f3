import { maxPrints, type Protections } from './options.ts'

export type Contradiction = { field: string; text: string }

/** Which protections of a share contradict each other, each on the form field where that can be fixed. */
export function contradictionsIn(share: Protections): Contradiction[] {
  return [
    printCountProblem(share),
    viewingProblem(share),
    share.destructSeconds > 0 && !share.isWebView
      ? {
          field: 'expiry',
          text: 'A file that can only be downloaded can’t self-destruct. Allow viewing in the browser and turn download off.',
        }
      : null,
    share.mayForward && share.visibility !== 'people'
      ? {
          field: 'forward',
          text: 'Only files shared with named people can be forwarded. Choose "Only people I specify", or turn forwarding off.',
        }
      : null,
  ].filter((found) => found !== null)
}

/** The first of them, or null. */
export function contradictionIn(share: Protections): Contradiction | null {
  return contradictionsIn(share)[0] ?? null
}

function printCountProblem({ printCount }: Protections): Contradiction | null {
  if (Number.isInteger(printCount) && printCount >= -1 && printCount <= maxPrints) return null
  return { field: 'printCount', text: `Enter a whole number from 0 to ${maxPrints}, or leave it empty.` }
}

function viewingProblem(share: Protections): Contradiction | null {
  const field = 'webView'
  if (share.isWebView) return null
  if (!share.mayDownload)
    return {
      field,
      text: 'Without viewing in the browser or downloading, no one can see the file. Allow one of them.',
    }
  if (share.mayPrint)
    return { field, text: 'Printing needs viewing in the browser. Allow viewing, or turn printing off.' }
  if (share.mayReadText)
    return { field, text: 'Page text needs viewing in the browser. Allow viewing, or turn page text off.' }
  return null
}
