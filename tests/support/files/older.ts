import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { programOf } from '#tests/support/servers/program.ts'

const run = promisify(execFile)

/** An old format, made of a new one by LibreOffice's own command line, in a folder that is kept for it. */
export async function older(folder: string, from: string, bytes: Buffer, to: string): Promise<Buffer> {
  const source = path.join(folder, `old.${from}`)
  await writeFile(source, bytes)
  const profile = pathToFileURL(path.join(folder, 'profile')).href
  const wanted = ['--headless', '--convert-to', to, '--outdir', folder, source]
  await run(programOf('soffice')!, [`-env:UserInstallation=${profile}`, ...wanted])
  return readFile(path.join(folder, `old.${to}`))
}
