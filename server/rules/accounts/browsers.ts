/** Whether a browser says that it is Internet Explorer, in any of its versions. */
export function isInternetExplorer(userAgent: string): boolean {
  return /\bMSIE \d|\bTrident\//.test(userAgent)
}

/** A hint, never a reason to refuse: every page is complete without script and new CSS. */
export const internetExplorerNotice =
  'You use Internet Explorer. Every page works in it, but looks plain. Google Chrome, Microsoft Edge, Mozilla Firefox and Safari show them best.'
