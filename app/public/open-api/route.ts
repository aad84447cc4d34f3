import { routes } from '#app/routes.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/** The calls of this server for other programs, in OpenAPI 3.1. */
export const loader = bytesLoader(routes.public.openApi, 'anyone', async ({ api }) =>
  Response.json(api.document(), { headers: { 'Cache-Control': 'no-cache' } }),
)
