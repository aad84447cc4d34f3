import { toastTime } from '#server/rules/client-constants.ts'
import { startToasts } from './toasts.ts'

// The whole script of a list: links with `data-copy` put that into the clipboard instead of leading to where it is shown.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-copy]') : null
  const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  // Over plain http there is no clipboard: the link then leads on as ever.
  if (!link || !isPlain || !('clipboard' in navigator)) return
  event.preventDefault()
  navigator.clipboard.writeText(link.dataset['copy'] ?? '').then(
    () => say('Link copied'),
    () => location.assign((link as HTMLAnchorElement).href),
  )
})

function say(words: string): void {
  const notice = document.createElement('output')
  notice.className = 'notice notice-good toast'
  notice.dataset['staysFor'] = String(toastTime)
  notice.append(Object.assign(document.createElement('p'), { textContent: words }))
  document.querySelector('main')?.append(notice)
  startToasts()
}
