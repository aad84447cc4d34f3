import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packagedPath } from '../packaged.ts'

let isReady = false

/**
 * Tells the text renderer which fonts there are: ours first, then the system's, whatever the system's own
 * configuration says or lacks. It reads its environment once, in C, so this must run in the main thread before the
 * first text is drawn. Without a cache folder it may write to, it complains on standard error.
 */
export function prepareFontConfig(): void {
  if (isReady) return
  isReady = true
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'fonts.conf')
  writeFileSync(file, configuration(folder), { mode: 0o600 })
  process.env.FONTCONFIG_FILE = file
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
