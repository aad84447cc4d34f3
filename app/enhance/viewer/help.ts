import { element } from './element.ts'
import { areKeysOn, switchKeys, type Key } from './keys.ts'

/** The list of keys in a dialog. */
export function helpDialog(keys: readonly Key[]): HTMLDialogElement {
  const isOn = element('input', { type: 'checkbox', checked: areKeysOn() })
  isOn.addEventListener('change', () => switchKeys(isOn.checked))
  const close = element('button', { type: 'submit', class: 'btn btn-main btn-small' }, 'Close')
  return element(
    'dialog',
    { class: 'viewer-help', 'aria-labelledby': 'viewer-help-title' },
    element('h2', { id: 'viewer-help-title' }, 'Keyboard shortcuts'),
    element(
      'dl',
      {},
      ...keys.map(({ shown, words }) =>
        element('div', {}, element('dt', {}, element('kbd', {}, shown)), element('dd', {}, words)),
      ),
    ),
    element('label', { class: 'row small' }, isOn, 'Single-key shortcuts'),
    element('form', { method: 'dialog' }, close),
  )
}
