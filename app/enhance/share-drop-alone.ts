import { entriesIn, hasFiles, mark } from './uploads/dropping.ts'

// The only script on the home page and the list of sent files: files dropped on the page are uploaded to start a share.
// The uploader is loaded only then.
const token = document.querySelector<HTMLInputElement>('input[name=token]')?.value ?? ''
let opened: Promise<Awaited<ReturnType<typeof open>>> | null = null

document.addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return
  event.preventDefault()
  mark(document.querySelector('main'))
})
document.addEventListener('dragleave', () => mark(null))
document.addEventListener('drop', (event) => {
  mark(null)
  if (!hasFiles(event)) return
  event.preventDefault()
  const entries = entriesIn(event)
  opened ??= open()
  void opened.then((tray) => tray.drop(entries))
})

async function open() {
  const { openShareTray } = await import('./uploads/share-tray.tsx')
  return openShareTray(token)
}
