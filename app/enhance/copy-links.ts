import { toastTime } from '#server/rules/product/client-constants.ts'
import { startToasts } from './toasts.ts'

/**
 * Adds to elements with `data-copy` a button that copies that to the clipboard: a link, or what `data-copy-what` says. Over plain http there is no clipboard,
 * and no button.
 */
export function addCopyButtons(): void {
  if ('clipboard' in navigator) document.querySelectorAll<HTMLElement>('[data-copy]').forEach(addButton)
}

function addButton(place: HTMLElement): void {
  const { copy = '', copyOf, copyWhat: what = 'link' } = place.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = `Copy ${what}`
  if (copyOf) button.setAttribute('aria-label', `Copy ${what} to ${copyOf}`)
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(copy).then(
      () => say(`${what[0]!.toUpperCase()}${what.slice(1)} copied`, 'good'),
      () => {
        const where = what === 'link' ? 'the link on the file’s page' : `the ${what}`
        say(`Your browser blocked copying. Select ${where} instead.`, 'warn')
      },
    )
  })
  put(button, place)
}

/** Into a menu as its first item; anywhere else as a button after what is there. */
function put(button: HTMLButtonElement, place: HTMLElement): void {
  if (place instanceof HTMLUListElement) {
    const item = document.createElement('li')
    item.append(button)
    place.prepend(item)
    return
  }
  button.className = 'btn btn-small'
  place.append(button)
}

function say(words: string, kind: 'good' | 'warn'): void {
  const notice = document.createElement('output')
  notice.className = kind === 'good' ? 'note toast' : `note note-${kind} toast`
  notice.dataset['staysFor'] = String(toastTime)
  notice.append(Object.assign(document.createElement('p'), { textContent: words }))
  document.querySelector('main')?.append(notice)
  startToasts()
}
