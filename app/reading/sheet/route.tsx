import { useLoaderData } from '@remix-run/react'
import { columnLetters } from '#server/rendering/sheet/grid.ts'
import { counted, utcMinute } from '#server/rules/text/format.ts'
import { readerLines } from '#server/viewing/reading/watermark.ts'
import { href, routes } from '#app/routes.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { SheetGrid } from './sheet-grid.tsx'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { titled } from '#app/request/titled.ts'
import { ViewerBar } from '#app/reading/shared/viewer-bar.tsx'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { isCounted, leadOn, versionIn } from '#app/view-models/reading.server.ts'
import { joinLines } from './sheet-lines.server.ts'
import { dressed } from './sheet-looks.server.ts'
import { cutNotes, tableOf } from './sheet-table.server.ts'
import { isAgain } from '#app/reading/shared/time-left.server.ts'
import { requireView } from '#app/reading/shared/viewed-as.server.ts'
import { viewerFacts } from '#app/reading/shared/viewer.server.ts'

/**
 * A spreadsheet as its pages show it, 500 rows per screen. The values carry no watermark, so the page says who reads
 * them.
 */
export const loader = load(routes.reading.sheet, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, url, now } = context
  const guid = params.ShareGuid
  const version = versionIn(context)
  const page = pageNumber(url)
  const wanted = { sheet: pageNumber(url, 'sheet'), page, version, isAgain: isAgain(context) }
  const range = { ...wanted, isCounted: isCounted(context) }
  const viewAs = await requireView(context, guid).catch((error: unknown) => leadOn(context, error, guid))
  const { found, index, sheet, entry, rows } = await services.viewing.grids
    .screen(identity, guid, range, client)
    .catch((error: unknown) => leadOn(context, error, guid))
  const at = (number: number, onPage?: number): string =>
    href(routes.reading.sheet, { ShareGuid: guid }, { sheet: number, page: onPage, version, viewAs })
  const file = await viewerFacts(context, found, { mayDownload: true, version, viewAs })
  const table = tableOf(rows, sheet.columns.length, index.looks)
  joinLines(table, sheet.columns.length)
  const screens = counted(sheet.screens.length, 'screen')
  return {
    file: {
      ...file,
      links: file.links.filter(({ to }) => !to.startsWith(href(routes.reading.sheet, { ShareGuid: guid }))),
    },
    // The document reloads itself according to this.
    timeLeft: file.timeLeft,
    pages: href(routes.reading.view, { ShareGuid: guid }, { version, viewAs }),
    name: sheet.name,
    sheets: index.sheets.map(({ name }, number) => ({
      label: name,
      to: at(number + 1),
      isHere: number + 1 === range.sheet,
    })),
    columns: sheet.columns.map(columnLetters),
    ...dressed(table),
    where: entry
      ? `Rows ${entry.first}–${entry.last}, screen ${page} of ${screens}; ${counted(sheet.rows, 'row')} in total`
      : 'This sheet is empty.',
    previous: page > 1 ? at(range.sheet, page - 1) : null,
    next: page < sheet.screens.length ? at(range.sheet, page + 1) : null,
    notes: cutNotes(sheet.cut, index.hasMoreSheets),
    reader: [...readerLines(found, client), `${utcMinute(now)} · ${guid.slice(0, 8).toUpperCase()}`].join(
      ' · ',
    ),
  }
})

export const meta = titled<typeof loader>((data) => `${data.name}, ${data.file.name}`)

export default function Sheet() {
  const { file, ...sheet } = useLoaderData<typeof loader>()
  return (
    <div className="viewer viewer-reading">
      <SkipLink>Skip to the table</SkipLink>
      <ViewerBar file={file}>
        <a className="btn btn-small" href={sheet.pages}>
          As pages
        </a>
      </ViewerBar>
      <main className="sheet-page">
        <SkipTarget />
        <ChoiceLinks label="Sheets" choices={sheet.sheets} />
        <p className="small">{sheet.where}</p>
        {sheet.notes.map((note) => (
          <p key={note} className="small">
            {note}
          </p>
        ))}
        {sheet.rows.length > 0 ? (
          <SheetGrid
            label={`Sheet ${sheet.name}`}
            reader={`Read by ${sheet.reader}`}
            columns={sheet.columns}
            rows={sheet.rows}
            styles={sheet.styles}
          />
        ) : (
          <p className="small">{`Read by ${sheet.reader}`}</p>
        )}
        <Pager label="Screens of the sheet" previous={sheet.previous} next={sheet.next} where={sheet.where} />
      </main>
    </div>
  )
}
