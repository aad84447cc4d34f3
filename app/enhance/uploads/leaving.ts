const leaveQuestion =
  'Leaving this page will discard all your pending uploads. Are you sure you want to leave this page?'

/** The browser asks in its own words before it closes a page, and the page before it follows a link. */
export function askBeforeLeaving(transfers: { readonly isBusy: boolean }): () => void {
  let isAnswered = false
  function warn(event: BeforeUnloadEvent) {
    if (transfers.isBusy && !isAnswered) event.preventDefault()
  }
  function ask(event: MouseEvent) {
    const link = (event.target as Element).closest?.('a[href]')
    const leads = link && !link.getAttribute('href')!.startsWith('#') && !link.getAttribute('target')
    if (!leads || !transfers.isBusy || event.metaKey || event.ctrlKey || event.shiftKey) return
    isAnswered = window.confirm(leaveQuestion)
    if (!isAnswered) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  document.addEventListener('click', ask, true)
  return () => {
    window.removeEventListener('beforeunload', warn)
    document.removeEventListener('click', ask, true)
  }
}
