import { areKeysOn } from './viewer/keys.ts'

// The whole script of the search over each page: "/" and Ctrl+K go to its field, Escape goes back.
const field = document.querySelector<HTMLInputElement>('#find')
let before: Element | null = null

if (field) {
  field.setAttribute('aria-keyshortcuts', areKeysOn() ? '/ Control+K Meta+K' : 'Control+K Meta+K')
  if (areKeysOn()) field.closest('.find')?.classList.add('find-keys')
}

document.addEventListener('keydown', (event) => {
  if (!field || event.defaultPrevented || event.isComposing) return
  if (event.target === field) {
    if (event.key === 'Escape') leave(field)
    return
  }
  // On phones there is a link to the search instead of the field.
  if (!isFindKey(event) || isTyping(event.target) || field.getClientRects().length === 0) return
  event.preventDefault()
  before = document.activeElement
  field.focus()
  field.select()
})

/** Shift is no other modifier for "/": on many keyboards it is what types it. */
function isFindKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (key === '/') return !ctrlKey && !metaKey && areKeysOn()
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey
}

/** In a field or a dialog keys have their own meaning; on a box to tick or a button they have none of these. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, select, dialog, [contenteditable]')) return true
  return (
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'submit', 'button'].includes(target.type)
  )
}

function leave(from: HTMLInputElement): void {
  from.blur()
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  before = null
}
