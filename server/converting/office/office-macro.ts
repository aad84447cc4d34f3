import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { basic } from './office-basic.ts'
import type { OfficeTarget } from './office-formats.ts'

// A macro drives LibreOffice, since its command line can only load and store. The module is in the profile and is the
// only one that runs: macros of documents stay off. It waits for one line of instructions after the other, since
// arguments passed after startup run no module.

/** What was found in a document that its sender should know. */
export type Findings = {
  /** Whether it holds tracked changes. */
  hasChanges: boolean
  /** Fonts that it names and that are not installed, by name. */
  missingFonts: string[]
}

/** Fonts with metric-compatible substitutes here, or drawn with LibreOffice's own symbols. */
const standsIn =
  /^(arial|helvetica|times( new roman)?|courier( new)?|calibri|symbol|wingdings.*|webdings|(star|open)symbol)$/i
const maxFonts = 10
const maxPasswords = 4

export type MacroRequest = {
  /** Address of the document, and of the result. */
  source: URL
  made: URL
  /** Address of the file that `findingsIn` reads. */
  findings: URL
  filter: string
  to: OfficeTarget
  /** Shows tracked changes as such, including deleted text; otherwise the document is shown as if all were accepted. */
  showsChanges: boolean
}

const library = 'Standard'
const module = 'Strongroom'

/** Adds the module to a profile. */
export async function writeMacro(profile: string): Promise<void> {
  const folder = path.join(profile, 'user', 'basic')
  await mkdir(path.join(folder, library), { recursive: true, mode: 0o700 })
  const libraries = 'xmlns:library="http://openoffice.org/2000/library"'
  const files = {
    'script.xlc': `<library:libraries ${libraries}><library:library library:name="${library}" library:link="false"/></library:libraries>`,
    [`${library}/script.xlb`]: `<library:library ${libraries} library:name="${library}" library:readonly="false" library:passwordprotected="false"><library:element library:name="${module}"/></library:library>`,
    [`${library}/${module}.xba`]: `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="${module}" script:language="StarBasic">${escaped(basic)}</script:module>`,
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(path.join(folder, name), `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`, {
      mode: 0o600,
    })
}

/** The address that makes the module wait for a document, in a folder that only it and we know. */
export function serveAddress(folder: string): string {
  return `macro:///${library}.${module}.Serve("${pathToFileURL(folder).href}")`
}

/** What the module reads to convert a document. */
export function linesOf({ source, made, findings, filter, to, showsChanges }: MacroRequest): string[] {
  return ['convert', source.href, made.href, findings.href, filter, to, showsChanges ? 'yes' : 'no']
}

/** What the module reads to write a document without its password; `to` names the filter. */
export function unlockingLinesOf(
  { source, made, findings, filter, to }: Omit<MacroRequest, 'to' | 'showsChanges'> & { to: string },
  passwords: readonly string[],
): string[] {
  const spelled = passwords.map((password) =>
    Array.from({ length: password.length }, (_, at) => password.charCodeAt(at)).join(' '),
  )
  return ['unlock', source.href, made.href, findings.href, filter, to, ...spelled.slice(0, maxPasswords)]
}

/** What the module wrote about a document. */
export function findingsIn(text: string): Findings {
  const lines = text.split(/\r?\n/)
  const fonts = lines
    .filter((line) => line.startsWith('font '))
    .map((line) => line.slice('font '.length, 100))
  return {
    hasChanges: lines.includes('changes'),
    missingFonts: fonts.filter((font) => !standsIn.test(font)).slice(0, maxFonts),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
