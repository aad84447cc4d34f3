/** Whether something that is dragged over a page are files. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** What was dropped. To be asked at once: afterwards the browser has forgotten it. */
export function entriesIn({ dataTransfer }: DragEvent): FileSystemEntry[] {
  return [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
}

/** Shows where it would be dropped; null where nothing is dragged any more. */
export function mark(over: Element | null): void {
  for (const one of document.querySelectorAll('.drop-over'))
    if (one !== over) one.classList.remove('drop-over')
  over?.classList.add('drop-over')
}
