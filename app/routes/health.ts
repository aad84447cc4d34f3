import type { LoaderFunctionArgs } from '@remix-run/node'

/** Whether the process answers and its database does. */
export async function loader({ context: { services } }: LoaderFunctionArgs) {
  await services.database.kysely.selectFrom('installation').select('id').executeTakeFirst()
  return new Response('ok\n', { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
