/**
 * Makes it harder to take a page along by mouse: no menu over it, no dragging, no selecting (the style
 * sheet). Nothing here stops a screenshot or a camera, nor claims to: the watermark on the page says who took
 * it.
 */
export function guard(pages: HTMLElement): void {
  for (const event of ['contextmenu', 'dragstart', 'selectstart', 'copy']) {
    pages.addEventListener(event, (one) => one.preventDefault())
  }
}
