import { csvLine } from '#server/rules/text/csv.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'

/** A file as the index of its archive lists it. */
export type IndexedFile = {
  path: string
  /** Where it is in the room, if its path had to be changed. */
  original: string | null
  size: number
  sha256: string
  modifiedAt: number
}

export type IndexOf = {
  title: string
  part: { number: number; of: number }
  files: readonly IndexedFile[]
  /** The paths of those that are empty. */
  folders: readonly string[]
}

export const indexNames = ['index.html', 'index.csv'] as const

/** The index as a table for programs; no cell is a formula. */
export function indexCsv({ files }: IndexOf): string {
  const head = csvLine(['Path', 'Original path', 'Bytes', 'SHA-256', 'Time (UTC)'])
  const lines = files.map(({ path, original, size, sha256, modifiedAt }) =>
    csvLine([path, original ?? path, size, sha256, new Date(modifiedAt).toISOString()]),
  )
  return `\ufeff${head}${lines.join('')}`
}

type Folder = { folders: Map<string, Folder>; files: IndexedFile[] }

/** The index as a page that needs no network and has no script: the folders, with links to the files beside it. */
export function indexHtml({ title, part, files, folders }: IndexOf): string {
  const top: Folder = { folders: new Map(), files: [] }
  for (const file of files) folderOf(top, file.path.split('/').slice(0, -1)).files.push(file)
  for (const path of folders) folderOf(top, path.split('/'))
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const ofParts = part.of > 1 ? `Part ${part.number} of ${part.of}. ` : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;max-width:70rem}ul{list-style:none;padding-left:1.5rem}
code{font-size:.75rem;overflow-wrap:anywhere}small{color:#555}</style></head>
<body><h1>${escaped(title)}</h1>
<p>${ofParts}${escaped(counted(files.length, 'file'))}, ${escaped(fileSize(bytes))}.</p>
${listOf(top)}
</body></html>
`
}

function folderOf(top: Folder, names: readonly string[]): Folder {
  let folder = top
  for (const name of names) {
    let next = folder.folders.get(name)
    if (!next) folder.folders.set(name, (next = { folders: new Map(), files: [] }))
    folder = next
  }
  return folder
}

function listOf({ folders, files }: Folder): string {
  const inside = [...folders].map(
    ([name, folder]) =>
      `<li><details open><summary>${escaped(name)}</summary>${listOf(folder)}</details></li>`,
  )
  return `<ul>${[...inside, ...files.map(lineOf)].join('\n')}</ul>`
}

function lineOf({ path, original, size, sha256 }: IndexedFile): string {
  const to = path.split('/').map(encodeURIComponent).join('/')
  const from = original === null ? '' : ` <small>was ${escaped(original)}</small>`
  return `<li><a href="./${to}">${escaped(path.split('/').at(-1)!)}</a> ${escaped(fileSize(size))}${from}<br><code>${sha256}</code></li>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
