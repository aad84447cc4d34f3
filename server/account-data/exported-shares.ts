import { acceptancesAfter, commentsAfter, namesAfter } from './exported-readers.ts'
import { eventsAfter, recipientsAfter, sharesAfter, versionsOf, type ExportedShare } from './exported-rows.ts'
import { listOf, printed, type ExportOf, type ExportSection } from './export-section.ts'

/** Everything that was shared, newest first; each share with its people and with all its events. */
export const exportedShares: ExportSection = { name: 'shares', write: sharesOf }

async function* sharesOf(from: ExportOf): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const share of sharesAfter(from)) {
    const { guid } = share
    // The object is left open, since people and events may be very many.
    yield `${isFirst ? '' : ','}\n${JSON.stringify(fieldsOf(share, from.publicUrl)).slice(0, -1)},"recipients":`
    yield* listOf(recipientsAfter(from, guid))
    yield ',"acceptances":'
    yield* listOf(acceptancesAfter(from, guid))
    yield ',"names":'
    yield* listOf(namesAfter(from, guid))
    yield ',"comments":'
    yield* listOf(commentsAfter(from, guid))
    yield ',"versions":'
    yield* listOf(versionsOf(from, share))
    yield ',"events":'
    yield* listOf(eventsAfter(from, guid))
    yield '}'
    isFirst = false
  }
  yield ']'
}

function fieldsOf(share: ExportedShare, publicUrl: URL) {
  const { guid, watermark_size: size, watermark_colour: colour, visibility } = share
  const { may_download, may_print, destruct_seconds, expires_at } = share
  const { file_name, file_media_type, file_size, file_page_count, file_created_at } = share
  const address = (path: string) => new URL(path, publicUrl).href
  return {
    ...printed({ guid, status: share.status, created_at: share.created_at, killed_at: share.killed_at }),
    ...printed({ first_viewed_at: share.first_viewed_at, message: share.message }),
    link: address(`/file/${guid}`),
    activity: address(`/s/${guid}`),
    // Only for the signed-in owner.
    original: address(`/view/${guid}/download`),
    file: printed({
      name: file_name,
      media_type: file_media_type,
      size: file_size,
      page_count: file_page_count,
      uploaded_at: file_created_at,
    }),
    protections: {
      ...printed({ visibility, may_download, may_print, destruct_seconds, expires_at }),
      ...printed({ may_read_text: share.may_read_text }),
      watermark: size && colour ? { size, colour, text: share.watermark_text } : null,
    },
  }
}
