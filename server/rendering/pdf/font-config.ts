import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packagedPath } from '#server/packaged.ts'

let isReady = false
let file: string | null = null

/**
 * Tells the text renderer which fonts exist: ours first, then the system's, whatever the system's own configuration
 * says or lacks. It reads its environment once, in C, so this must run in the main thread before the first text is
 * drawn. Without a writable cache folder, it complains on standard error.
 */
export function prepareFontConfig(): void {
  if (isReady) return
  isReady = true
  try {
    file = writeConfiguration()
    process.env.FONTCONFIG_FILE = file
  } catch {
    // No writable folder: the system's own configuration has to do.
  }
}

/** The configuration for processes that do not share this one's environment, or null for the system's own. */
export function fontConfigFile(): string | null {
  return file
}

function writeConfiguration(): string {
  const folder = privateFolder()
  const text = configuration(folder)
  const file = join(folder, `fonts-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.conf`)
  // Several processes may start at once: each sees a complete file.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text, { mode: 0o600 })
  renameSync(unfinished, file)
  return file
}

/** One folder per user, kept between starts for its cache; another one if someone else created that. */
function privateFolder(): string {
  const user = process.getuid?.() ?? 0
  const folder = join(tmpdir(), `strongroom-fonts-${user}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  const isOurs =
    found.isDirectory() && (!process.getuid || (found.uid === user && (found.mode & 0o077) === 0))
  return isOurs ? folder : mkdtempSync(`${folder}-`)
}

function configuration(cache: string): string {
  const folders = [packagedPath('rendering/fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${escapeMarkup(folder)}</dir>`).join('\n')}
  <cachedir>${escapeMarkup(cache)}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Liberation Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>Liberation Mono</family></prefer></alias>
</fontconfig>
`
}

/** Text as literal text inside markup (XML and Pango's). */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
