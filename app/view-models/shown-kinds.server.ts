import type { FileKind } from '#server/rules/files/files.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

const names: [FileKind, string][] = [
  ['pdf', 'PDF'],
  ['image', 'pictures (PNG, JPEG, GIF, BMP, WebP, TIFF, AVIF, JPEG 2000)'],
  ['text', 'plain text, Markdown, CSV and JSON'],
  ['office', 'Word, PowerPoint, OpenDocument and RTF'],
  ['sheet', 'Excel and OpenDocument spreadsheets'],
  ['mail', 'mail files (EML)'],
]

/** What happens to a file here, in sentences: what is shown, what is played, and what can only be downloaded. */
export function shownKinds({ services }: RequestContext): string[] {
  const canShow = (kind: FileKind) => services.files.rendering.canShow(kind)
  const shown = names.filter(([kind]) => canShow(kind)).map(([, name]) => name)
  const missing = names.filter(([kind]) => !canShow(kind)).map(([, name]) => name)
  const hasOffice = canShow('office') && canShow('sheet')
  return [
    `Shown as pages: ${listed(shown)}.${canShow('media') ? ' Video and audio are played, without a watermark.' : ''}`,
    `Everything else can only be downloaded, as it is and without a watermark${missing.length > 0 ? `; on this installation also ${listed(missing)}${canShow('media') ? '' : ', video and audio'}` : ''}.`,
    ...(hasOffice
      ? []
      : [
          'To have Office files shown as pages, the operator installs LibreOffice on the server and starts Strongroom again; or send them as PDF.',
        ]),
    'HEIC pictures cannot be shown; send as JPEG.',
  ]
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
