import type { FileTable } from '#server/db/schema.ts'
import { hasPages, type FileKind } from '#server/rules/files/files.ts'
import { firstStep } from '#server/rules/files/render-reason.ts'

/** The progress of a file's pages. */
export type RenderedSoFar = {
  file_kind: FileKind
  render_status: FileTable['render_status']
  render_error: string | null
}

/** Whether a document waits for its own password. */
export function asksForPassword({ file_kind, render_status, render_error }: RenderedSoFar): boolean {
  const isRequired = firstStep(render_error) === 'enter its password'
  return hasPages(file_kind) && render_status === 'Error' && isRequired
}
