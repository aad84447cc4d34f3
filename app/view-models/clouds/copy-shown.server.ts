import type { CopyRow } from '#server/clouds/copying/copy-rows.ts'
import { cloudLabels } from '#server/rules/files/clouds.ts'
import { counted } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { CopyShown } from '#app/enhance/uploads/cloud-copies.tsx'

/** A copy from cloud storage, as it is named on pages other than its own. */
export async function copyShown(
  copies: RequestContext['services']['clouds']['copies'],
  copy: CopyRow,
): Promise<CopyShown> {
  const cloud = cloudLabels[copy.cloud]
  const counts = await copies.counts(copy)
  const { all, failed } = counts
  const done = all - counts.waiting - counts.copying
  const words =
    copy.state === 'done'
      ? counted(counts.done, 'item')
      : `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`
  return {
    to: href(routes.clouds.copy, { CopyGuid: copy.guid }),
    label: `${copy.state === 'done' ? 'Copied' : 'Copying'} from ${cloud}`,
    words:
      copy.state === 'disconnected'
        ? `${words}. Connect ${cloud} again for the rest.`
        : failed > 0
          ? `${words}, ${failed.toLocaleString('en')} not copied`
          : words,
    done,
    all,
    isRunning: copy.state === 'copying',
  }
}
