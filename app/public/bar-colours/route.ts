import { routes } from '#app/routes.ts'
import { barColours } from '#server/rules/files/bar-colours.ts'
import { Problem } from '#server/rules/problems.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/**
 * The style sheet of a bar in two colours, `rrggbb-rrggbb`: pages have styles from files only. It holds what its address
 * says and nothing of a team or a room.
 */
export const loader = bytesLoader(routes.public.barColours, 'anyone', async ({ params }) => {
  const [bar = '', text = ''] = params.Colours.split('-')
  const colours = barColours(`#${bar}`, `#${text}`)
  if (!colours) throw new Problem('notFound')
  const rule = `.room-bar, .door-bar { background: ${colours.bar}; color: ${colours.text}; }`
  return new Response(rule, {
    headers: { 'Content-Type': 'text/css', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
})
