import { routes } from '#app/routes.ts'
import { jsonLoader } from '#app/request/json.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'

/** The pages on which a text occurs, for the script of the viewer; each search is authorized. */
export const loader = jsonLoader(routes.reading.find, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, url } = context
  isCounted(context)
  const words = url.searchParams.get('q') ?? ''
  const guid = params.ShareGuid
  const { total, hits } = await services.viewing.texts.find(identity, guid, words, client, versionIn(context))
  return { total, hits }
})
