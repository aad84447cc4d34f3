import { routes } from '#app/routes.ts'
import { clientConfig } from './client-config.server.ts'
import { bytesLoader } from '#app/request/bytes.server.ts'

/**
 * What a native app or an extension needs to know of this server; the same for everyone, but for `client`.
 */
export const loader = bytesLoader(routes.public.config, 'anyone', async (context) =>
  Response.json(clientConfig(context), { headers: { 'Cache-Control': 'no-store' } }),
)
