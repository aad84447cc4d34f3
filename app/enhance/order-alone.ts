// The whole script of the page for ordering: rows can be dragged, which fills in the numbers of the existing form.
const list = document.querySelector<HTMLElement>('[data-order]')
let dragged: HTMLElement | null = null

for (const row of rows()) {
  if (!placeOf(row)) continue
  row.draggable = true
  row.addEventListener('dragstart', () => (dragged = row))
  row.addEventListener('dragend', () => (dragged = null))
}

list?.addEventListener('dragover', (event) => {
  const over = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-order] > li') : null
  if (!dragged || !over || over === dragged) return
  event.preventDefault()
  const { top, height } = over.getBoundingClientRect()
  over.parentElement?.insertBefore(dragged, event.clientY < top + height / 2 ? over : over.nextSibling)
})

list?.addEventListener('drop', (event) => {
  const row = dragged
  if (!row) return
  event.preventDefault()
  const place = placeOf(row)
  if (place) place.value = String(firstPlace() + rows().indexOf(row))
})

function rows(): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
}

function placeOf(row: HTMLElement): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>('input[name^="place-"]')
}

/** The position of the first row of this page. */
function firstPlace(): number {
  return Number(list?.dataset['order'] ?? 1)
}
