import type { Vault } from '#server/storage/vault.ts'
import type { RenderEngine } from '#server/rendering/engine.ts'
import type { Findings } from '#server/rendering/preparing/findings.ts'
import { pageSource, type SourceDeps } from '#server/rendering/pages/page-source.ts'
import type { PagedFile } from '#server/rendering/pages/paged-file.ts'
import { passwordForms } from './sasl-prep.ts'
import { RenderError, type PageSize } from '#server/rendering/types.ts'

type Deps = SourceDeps & { engine: RenderEngine; vault: Vault }

/**
 * The sizes of the pages of a file. A password that was given beforehand is stored in the form that opens it, and
 * deleted if the file requires none. Throws RenderError.
 */
export async function openedPages(deps: Deps, file: PagedFile): Promise<PageSize[]> {
  const { engine, vault, passwords } = deps
  const { kind, objectGuid, password } = await pageSource(deps, file)
  const sizes = async (form: string | null): Promise<PageSize[] | null> => {
    // It may be open already under its own name, with its own password.
    const key = form === password ? objectGuid : `${objectGuid} with another password`
    try {
      return (await engine.open(kind, () => vault.bytes(objectGuid, file.key), key, form)).pages
    } catch (error) {
      if (error instanceof RenderError && error.reason === 'password') return null
      throw error
    }
  }
  const pages = await sizes(null)
  if (pages && password !== null) await passwords.forget(file.guid)
  if (pages) return pages
  if (password === null) throw new RenderError('password')
  for (const form of passwordForms(password)) {
    const opened = await sizes(form)
    if (opened && form !== password) await passwords.keep(file.guid, form)
    if (opened) return opened
  }
  throw new RenderError('wrong password')
}

/**
 * What its sender should know about the pages of a PDF, as it is rendered here. Nothing for a document that cannot be
 * checked.
 */
export async function foundInPages(deps: Deps, file: PagedFile): Promise<Findings> {
  if (file.kind !== 'pdf') return {}
  const { objectGuid, password } = await pageSource(deps, file)
  try {
    const bytes = () => deps.vault.bytes(objectGuid, file.key)
    const letters = await deps.engine.missingLetters(bytes, objectGuid, password)
    return letters ? { letters } : {}
  } catch (error) {
    if (error instanceof RenderError) return {}
    throw error
  }
}
