import { entriesIn, hasFiles, mark } from './uploads/dropping.ts'

// The whole script of a folder's list: what is dropped on it or on one of its folders, or chosen below it, is sent at
// once. What sends it is loaded then.
const form = document.querySelector<HTMLFormElement>('form.folder-drop')
const input = form?.querySelector<HTMLInputElement>('input[type=file]')
const list = form?.parentElement
/** `/rooms/…/add/…` */
const [, , room = '', , here = ''] = form ? new URL(form.action).pathname.split('/') : []
let opened: Promise<Awaited<ReturnType<typeof open>>> | null = null

if (form && input && list) {
  for (const type of ['dragenter', 'dragover'] as const) {
    list.addEventListener(type, (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      mark(rowUnder(event) ?? form)
    })
  }
  list.addEventListener('dragleave', () => mark(null))
  list.addEventListener('drop', (event) => {
    mark(null)
    if (!hasFiles(event)) return
    event.preventDefault()
    const folder = rowUnder(event)?.dataset['folder'] ?? here
    const entries = entriesIn(event)
    void tray().then((one) => one.drop({ room, folder }, entries))
  })
  // Files can be chosen before this script runs.
  input.addEventListener('change', take)
  take()
}

function take(): void {
  const files = [...(input?.files ?? [])]
  if (!input || files.length === 0) return
  input.value = ''
  void tray().then((one) => one.choose({ room, folder: here }, files))
}

function tray() {
  return (opened ??= open())
}

async function open() {
  const { openRoomTray } = await import('./uploads/room-tray.tsx')
  return openRoomTray(form?.querySelector<HTMLInputElement>('input[name=token]')?.value ?? '')
}

function rowUnder({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-folder]') : null
}
