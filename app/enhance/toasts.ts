/**
 * Makes notices with `data-stays-for` (milliseconds) disappear after their time, which pauses while one is hovered or
 * focused, and gives each a button to close it. They are hidden, not removed: React may own them.
 */
export function startToasts(): void {
  for (const toast of document.querySelectorAll<HTMLElement>('.toast[data-stays-for]:not([hidden])')) {
    if (!toast.querySelector('button')) start(toast)
  }
}

function start(toast: HTMLElement): void {
  let left = Number(toast.dataset['staysFor'])
  let since = 0
  let timer = 0
  function close(): void {
    toast.hidden = true
  }
  function go(): void {
    if (timer) return
    since = performance.now()
    timer = window.setTimeout(close, left)
  }
  function wait(): void {
    if (!timer) return
    clearTimeout(timer)
    timer = 0
    // A hovered toast stays a second longer, so that it does not vanish as the pointer leaves.
    left = Math.max(left - (performance.now() - since), 1000)
  }
  function goUnlessHeld(): void {
    if (!toast.matches(':hover') && !toast.contains(document.activeElement)) go()
  }
  toast.append(closeButton(close))
  toast.addEventListener('mouseenter', wait)
  toast.addEventListener('focusin', wait)
  toast.addEventListener('mouseleave', goUnlessHeld)
  toast.addEventListener('focusout', () => setTimeout(goUnlessHeld))
  goUnlessHeld()
}

function closeButton(close: () => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'toast-close'
  button.textContent = 'Close'
  button.addEventListener('click', close)
  return button
}
