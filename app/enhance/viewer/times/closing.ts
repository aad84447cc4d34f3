import { element } from '#app/enhance/viewer/element.ts'

/** Says in place of the pages why they are gone, and links to the page of the file. */
export function sayClosed(main: HTMLElement, text: string, file: string): void {
  const message = element(
    'div',
    { class: 'card stack viewer-closed', role: 'alert', tabindex: '-1' },
    element('h2', {}, text || 'You can’t read this file any more.'),
    element('p', {}, element('a', { class: 'btn btn-main', href: file }, 'Go to the file’s page')),
  )
  main.replaceChildren(message)
  message.focus()
}
