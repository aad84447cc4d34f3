import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import type { Converted, LibreOffice, OfficeDocument } from '#server/converting/office/libre-office.ts'
import { standardPassword } from '#server/converting/office/office-unlocking.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Conversions } from './conversions.ts'
import { lockedPackage, type DocumentPasswords } from '#server/rendering/pdf/document-passwords.ts'
import type { ToFlatSheet } from '#server/rendering/sheet/grid-making.ts'
import { MAX_DOCUMENT_BYTES } from '#server/rendering/limits.ts'
import type { Preparation } from './preparations.ts'
import { passwordForms } from '#server/rendering/pdf/sasl-prep.ts'
import { RenderError } from '#server/rendering/types.ts'

type Deps = {
  libreOffice: LibreOffice
  vault: Vault
  conversions: Conversions
  passwords: DocumentPasswords
}

/** Converts an office document or a spreadsheet to a PDF, which its pages are then rendered from. */
export function officePages({ libreOffice, conversions, ...stored }: Deps): Preparation {
  return async ({ guid, objectGuid, name, showsChanges = false }) => {
    const { isPackage, ...opened } = await openDocument(stored, guid, objectGuid)
    const how = { ending: endingOf(name), to: 'pdf', limit: MAX_DOCUMENT_BYTES, showsChanges } as const
    return convertOffice(libreOffice, { ...opened, ...how }, async (made) => {
      if (!isPackage && !made.wasLocked) await stored.passwords.forget(guid)
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

/** Converts a spreadsheet to one file of XML, with the values as they are displayed, from which its grid is read. */
export function flatSheets({ libreOffice, ...stored }: Omit<Deps, 'conversions'>): ToFlatSheet {
  return async ({ guid, objectGuid, name }, use) => {
    const { input, passwords } = await openDocument(stored, guid, objectGuid)
    const document = { input, passwords, ending: endingOf(name), to: 'fods' } as const
    await convertOffice(libreOffice, document, (made) => use(made.read()))
  }
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

type Stored = Pick<Deps, 'vault' | 'passwords'>

type Opened = {
  input: AsyncIterable<Buffer>
  /** Passwords for LibreOffice to try if the document is still encrypted. */
  passwords: string[]
  /** Whether it was one of Office's encrypted packages, which are decrypted here. */
  isPackage: boolean
}

/** A document, and the passwords that could open it. Throws RenderError if it needs a password, or a different one. */
async function openDocument({ vault, passwords }: Stored, guid: string, objectGuid: string): Promise<Opened> {
  const given = await passwords.find(guid)
  const forms = given === null ? [] : passwordForms(given)
  const locked = await lockedPackage(vault, objectGuid)
  if (!locked) return { input: (await vault.open(objectGuid)).read(), passwords: forms, isPackage: false }
  for (const form of [...forms, standardPassword]) {
    const input = await locked.unlock(form)
    if (input) return { input, passwords: [], isPackage: true }
  }
  throw new RenderError(given === null ? 'password' : 'wrong password')
}

/**
 * LibreOffice's conversion of a document, for as long as `use` takes. Throws RenderError if the document is at fault.
 */
export async function convertOffice<T>(
  libreOffice: LibreOffice,
  document: OfficeDocument,
  use: (made: Converted) => Promise<T>,
): Promise<T> {
  try {
    return await libreOffice.convert(document, use)
  } catch (error) {
    if (error instanceof ConversionFailed) throw new RenderError(error.reason, error.message)
    throw error
  }
}
