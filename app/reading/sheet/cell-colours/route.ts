import { routes } from '#app/routes.ts'
import { cellColourStyles } from '#server/rules/files/cell-colours.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/**
 * The style sheet of the colours in the table of a spreadsheet: pages have styles from files only. It contains what its
 * address says and nothing of a file.
 */
export const loader = bytesLoader(routes.reading.cellColours, 'anyone', async ({ params }) => {
  const styles = cellColourStyles(params.Colours)
  if (styles === null) throw new Problem('notFound')
  return new Response(styles, {
    headers: { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
})
