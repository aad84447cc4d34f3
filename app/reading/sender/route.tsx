import { redirect } from '@remix-run/node'
import { href, routes } from '#app/routes.ts'
import { action as submit } from '#app/request/action.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

/**
 * A file as its sender sees it: the pages as recipients see them, or with `viewOriginal` the file as uploaded. For
 * everyone else there is nothing here.
 */
export const loader = load(
  routes.reading.sender,
  'user',
  orTrash(async ({ user, ...context }): Promise<null> => {
    const { guid } = (await context.services.shares.editing.find(user, context.params.ShareGuid)).share
    const isOriginal = /^(?:1|true)$/i.test(context.url.searchParams.get('viewOriginal') ?? '')
    throw redirect(
      href(
        isOriginal ? routes.reading.download : routes.reading.view,
        { ShareGuid: guid },
        { viewAs: 'sender' },
      ),
    )
  }),
)

export const action = submit(routes.reading.sender, 'user', {})

export default function FileSender() {
  return null
}
