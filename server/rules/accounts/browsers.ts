/** Whether a browser says that it is Internet Explorer, in any of its versions. */
export function isInternetExplorer(userAgent: string): boolean {
  return /\bMSIE \d|\bTrident\//.test(userAgent)
}

/** A hint, never a reason to refuse: every page is complete without script and new CSS. */
export const internetExplorerNotice =
  'You’re using Internet Explorer. Every page works, but looks plain. For the best experience, use Chrome, Edge, Firefox or Safari.'
