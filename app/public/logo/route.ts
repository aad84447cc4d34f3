import { Problem } from '#server/rules/problems.ts'
import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/**
 * A team's logo, for whoever has its address: only pages that say whose they are contain it, and no one can guess it. A
 * changed logo has another address.
 */
export const loader = bytesLoader(
  routes.public.logo,
  'anyone',
  async ({ services, params, request }) => {
    const logo = await services.teams.branding.png(params.Logo)
    if (!logo) throw new Problem('notFound')
    return new Response(request.method === 'HEAD' ? null : (logo.bytes as Uint8Array<ArrayBuffer>), {
      headers: {
        'Content-Type': 'image/png',
        'Content-Length': String(logo.bytes.length),
        'Content-Disposition': 'inline',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    })
  },
  'pageTransfers',
)
