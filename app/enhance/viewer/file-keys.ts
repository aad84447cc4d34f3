import type { Key } from './keys.ts'

/** The keys that follow the bar's links to the previous and next file, if there are any. */
export function fileKeys(root: HTMLElement): Key[] {
  return [
    ...keyOf(root, { link: '.previous-file', key: 'p', words: 'Previous file' }),
    ...keyOf(root, { link: '.next-file', key: 'n', words: 'Next file' }),
  ]
}

function keyOf(
  root: HTMLElement,
  { link: selector, key, words }: { link: string; key: string; words: string },
): Key[] {
  const link = root.querySelector<HTMLAnchorElement>(`.files-beside ${selector}`)
  if (!link) return []
  link.setAttribute('aria-keyshortcuts', key)
  return [{ keys: [key], shown: key, words, press: () => link.isConnected && link.click() }]
}
