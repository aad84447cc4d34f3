import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '#tests/support/files/documents.ts'
import { lockedOpenDocument } from '#tests/support/files/locked-open-document.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { root } from '#tests/support/sources/sources.ts'
import { everySecond } from '#tests/support/world/budget.ts'
import { programOf } from '#tests/support/servers/program.ts'
import {
  Confining,
  findConfinement,
  type ConfinementKind,
} from '#server/converting/confinement/confinement.ts'
import { LibreOffice } from './libre-office.ts'
import { odp, ods, odt, openDocument } from '#server/converting/packages/test-documents.ts'

/** Each kind of document under one of them in a run, under the other one in the next. */
const turns: readonly ConfinementKind[] = ['landlock', 'namespaces']
const password = 'vier Schlüssel'

let folder: string
let office: LibreOffice

/**
 * One that LibreOffice locked by the old ways of Microsoft, with this password; it contains "Locked words".
 */
function old(ending: 'doc' | 'xls'): Promise<Buffer> {
  return readFile(path.join(root, `tests/support/files/locked.${ending}`))
}

async function shown(
  ending: string,
  bytes: Buffer,
  passwords: readonly string[],
): Promise<{ words: string; pdf: string; wasLocked: boolean }> {
  async function* input() {
    yield bytes
  }
  return office.convert({ input: input(), ending, to: 'pdf', passwords }, async (made) => {
    const chunks: Buffer[] = []
    for await (const chunk of made.read()) chunks.push(chunk)
    const whole = Buffer.concat(chunks)
    const words = (await pdfText(whole)).join('\n')
    return { words, pdf: whole.toString('latin1'), wasLocked: made.wasLocked }
  })
}

/** Documents that only LibreOffice can open with their passwords, where this confines it. */
export function unlockingTests(kind: ConfinementKind): void {
  beforeAll(async () => {
    const confining = new Confining({ find: () => findConfinement([kind]) })
    office = new LibreOffice({
      program: programOf('soffice')!,
      log: pino({ level: 'silent' }),
      confining,
    })
    folder = await mkdtemp(path.join(tmpdir(), 'strongroom-unlocking-'))
  })
  afterAll(async () => {
    await office.close()
    await rm(folder, { recursive: true, force: true })
  })

  describe('a document that asks for a password', () => {
    const kinds: [ending: string, make: () => Promise<Buffer>][] = [
      ['odt', () => lockedOpenDocument(password, odt('Locked words'))],
      ['ods', () => lockedOpenDocument(password, ods([['Locked words']]))],
      ['odp', () => lockedOpenDocument(password, odp('Locked words'))],
      ['doc', () => old('doc')],
      ['xls', () => old('xls')],
    ]
    // What confines it does not depend on the kind: the others come under the other confinement of this run.
    test.each(everySecond(kinds, turns.indexOf(kind)))(
      'opens with it, and with no other one: %s',
      async (ending, make) => {
        const bytes = await make()
        const found = await shown(ending, bytes, ['drei Schlüssel', password])
        expect(found).toMatchObject({ words: expect.stringContaining('Locked words'), wasLocked: true })
        const reason = 'wrong password'
        await expect(shown(ending, bytes, ['drei Schlüssel'])).rejects.toMatchObject({ reason })
        await expect(shown(ending, bytes, [])).rejects.toMatchObject({ reason: 'password' })
      },
    )

    test('shows nothing from outside of it', async () => {
      const files = ['a.png', 'a.odt'].map((name) => path.join(folder, name))
      await writeFile(files[0]!, png(64, 48))
      await writeFile(files[1]!, odt('Of this machine only'))
      const [picture, text] = files.map((file) => pathToFileURL(file).href)
      const frame = `<draw:frame text:anchor-type="as-char" svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${picture}"/></draw:frame>`
      const section = `<text:section text:name="s"><text:section-source xlink:href="${text}"/><text:p>Locked words</text:p></text:section>`
      const plain = openDocument('text', `<text:p>${frame}</text:p>${section}`)
      const found = await shown('odt', await lockedOpenDocument(password, plain), [password])
      expect(found.words).toContain('Locked words')
      expect(found.words).not.toContain('Of this machine only')
      expect(found.pdf).not.toMatch(/\/Subtype\s*\/Image/)
    })
  })

  test('a password that no one asks for does no harm', async () => {
    const found = await shown('odt', odt('Open words'), [password])
    expect(found).toMatchObject({ words: expect.stringContaining('Open words'), wasLocked: false })
  })
}
