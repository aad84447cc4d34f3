import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import type { Converted, LibreOffice, OfficeDocument } from '#server/converting/libre-office.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Conversions } from './conversions.ts'
import { lockedPackage, type DocumentPasswords } from './document-passwords.ts'
import type { ToFlatSheet } from './grid-making.ts'
import { MAX_DOCUMENT_BYTES } from './limits.ts'
import type { Preparation } from './preparations.ts'
import { RenderError } from './types.ts'

type Needs = {
  libreOffice: LibreOffice
  vault: Vault
  conversions: Conversions
  passwords: DocumentPasswords
}

/** Makes a PDF of an office document or a spreadsheet, which its pages are then drawn from. */
export function officePages({ libreOffice, conversions, ...stored }: Needs): Preparation {
  return async ({ guid, objectGuid, name, showsChanges = false }) => {
    const document = {
      input: await openDocument(stored, guid, objectGuid),
      ending: endingOf(name),
      to: 'pdf',
      limit: MAX_DOCUMENT_BYTES,
      showsChanges,
    } as const
    return convertOffice(libreOffice, document, async (made) => {
      await conversions.make(guid, 'pages', 'application/pdf', async (writer) => {
        for await (const chunk of made.read()) {
          const room = writer.write(chunk)
          if (room !== true) await room
        }
      })
      const { hasChanges, missingFonts } = made.findings
      return { ...(hasChanges && { changes: true }), ...(missingFonts.length > 0 && { fonts: missingFonts }) }
    })
  }
}

/** Spreadsheets in one file of XML, with the values as they are shown, which their grids are read from. */
export function flatSheets({ libreOffice, ...stored }: Omit<Needs, 'conversions'>): ToFlatSheet {
  return async ({ guid, objectGuid, name }, use) => {
    const input = await openDocument(stored, guid, objectGuid)
    const document = { input, ending: endingOf(name), to: 'fods' } as const
    await convertOffice(libreOffice, document, (made) => use(made.read()))
  }
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

type Stored = Pick<Needs, 'vault' | 'passwords'>

/** A document as it is without the password that its sender gave. Throws RenderError where it asks for one. */
async function openDocument(
  { vault, passwords }: Stored,
  guid: string,
  objectGuid: string,
): Promise<AsyncIterable<Buffer>> {
  const locked = await lockedPackage(vault, objectGuid)
  if (!locked) return (await vault.open(objectGuid)).read()
  const password = await passwords.find(guid)
  const opened = password === null ? null : await locked.unlock(password)
  if (!opened) throw new RenderError('password')
  return opened
}

/** What LibreOffice made of a document, for as long as `use` takes. Throws RenderError where the document is at fault. */
export async function convertOffice<T>(
  libreOffice: LibreOffice,
  document: OfficeDocument,
  use: (made: Converted) => Promise<T>,
): Promise<T> {
  try {
    return await libreOffice.convert(document, use)
  } catch (error) {
    // The passwords that can be given were asked for before.
    if (error instanceof ConversionFailed)
      throw new RenderError(error.reason === 'password' ? 'other password' : error.reason, error.message)
    throw error
  }
}
