/** A key, what it does in words, and what it does. */
export type Key = { keys: string[]; shown: string; words: string; press(): void }

const remembered = 'strongroom.keys'

/** Single keys can be turned off: people who dictate, or have a cat, press them unintentionally. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(remembered) !== 'off'
  } catch {
    return true
  }
}

export function switchKeys(isOn: boolean): void {
  try {
    localStorage.setItem(remembered, isOn ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

export function listenToKeys(keys: readonly Key[]): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return
    if (isTyping(event.target)) return
    const found = keys.find((one) => one.keys.includes(event.key))
    if (!found) return
    event.preventDefault()
    found.press()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
  )
}
