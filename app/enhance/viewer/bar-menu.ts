/** The menu of the bar with script: Escape, a click elsewhere and a choice fold it again, as menus do. */
export function startBarMenu(menu: HTMLDetailsElement): void {
  const summary = menu.querySelector('summary')!
  document.addEventListener('click', ({ target }) => {
    if (!menu.open || !(target instanceof Element)) return
    // On phones the tools come with it, and are pressed more than once.
    if (target.closest('.viewer-acts')) return
    if (!menu.contains(target) || target.closest('a, button')) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    summary.focus()
  })
}

/** Gives the focus back to what opened something; where that is folded away, to its menu. */
export function focusOpener(opener: HTMLElement | null): void {
  const summary = opener?.closest('details:not([open])')?.querySelector('summary')
  const isHidden = opener !== null && opener.offsetParent === null
  const inBar = isHidden ? document.querySelector<HTMLElement>('.viewer-menu > summary') : null
  ;(summary ?? inBar ?? opener)?.focus()
}
