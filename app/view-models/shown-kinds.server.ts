import type { FileKind } from '#server/rules/files/files.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

const names: [FileKind, string][] = [
  ['pdf', 'PDF'],
  ['image', 'images (PNG, JPEG, GIF, BMP, WebP, TIFF, AVIF, JPEG 2000)'],
  ['text', 'plain text, Markdown, CSV and JSON'],
  ['office', 'Word, PowerPoint, OpenDocument and RTF'],
  ['sheet', 'Excel and OpenDocument spreadsheets'],
  ['mail', 'email files (EML)'],
]

/** What happens to a file here, in sentences: what is shown, what is played, and what can only be downloaded. */
export function shownKinds({ services }: RequestContext): string[] {
  const canShow = (kind: FileKind) => services.files.rendering.canShow(kind)
  const shown = names.filter(([kind]) => canShow(kind)).map(([, name]) => name)
  const missing = names.filter(([kind]) => !canShow(kind)).map(([, name]) => name)
  const hasOffice = canShow('office') && canShow('sheet')
  return [
    `Shown as pages: ${listed(shown)}.${canShow('media') ? ' Video and audio are played, without a watermark.' : ''}`,
    `Everything else is download only, without a watermark${missing.length > 0 ? `; on this server also ${listed(missing)}${canShow('media') ? '' : ', video and audio'}` : ''}.`,
    ...(hasOffice
      ? []
      : [
          'To view Office files as pages, ask your administrator to install LibreOffice on the server and restart Strongroom, or share them as PDFs.',
        ]),
    'HEIC images can’t be displayed; share them as JPEG.',
  ]
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
