import { Conversions } from '#server/rendering/preparing/conversions.ts'
import { makeGrid } from '#server/rendering/sheet/grid-making.ts'
import type { App } from './app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf, strip } from '#tests/support/files/documents.ts'
import { makeShare, type ShareFields } from './make.ts'

/** Shares a spreadsheet whose pages and grid are there, as an office program would have made them. */
export async function makeSheetShare(
  app: App,
  sender: Browser,
  fods: string | null,
  fields: ShareFields = {},
): Promise<string> {
  const guid = await makeShare(app, sender, { download: 'yes', print: 'yes', watermark: 'off', ...fields })
  const { database, vault } = app.strongroom.services
  const { file_guid: file } = await database.kysely
    .selectFrom('share')
    .select('file_guid')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  const conversions = new Conversions({ database, vault, clock: app.clock.now })
  await conversions.make(file, 'pages', 'application/pdf', async (writer) => {
    await writer.write(pdf(['Page one', 'Page two'], strip))
  })
  const { object_guid: objectGuid } = await database.kysely
    .updateTable('file')
    .set({ kind: 'sheet' })
    .where('guid', '=', file)
    .returning('object_guid')
    .executeTakeFirstOrThrow()
  if (fods === null) return guid
  const prepared = { guid: file, objectGuid, name: 'model.xlsx', mediaType: '', size: 1 }
  await makeGrid(prepared, {
    conversions,
    toFlatSheet: (_, use) => use(piecesOf(fods)),
  })
  return guid
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 65_536) yield Buffer.from(bytes.subarray(at, at + 65_536))
}
