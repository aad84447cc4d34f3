import type { User } from '#server/accounts/accounts.ts'
import { isShown } from '#server/rules/files/files.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { thumbnailWidth } from '#server/rules/sharing/options.ts'
import { midSentence, counted, fileSize, recentTime } from '#server/rules/text/format.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { statusOf } from '#app/view-models/lists/listed-shares.server.ts'
import { firstPageOf } from '#app/view-models/first-page.server.ts'
import type { ShareHeadShown } from './share-head.tsx'

/** The head of each page about one share of the user's: what it is, what can be done with it, and its tabs. */
export async function shareHead(
  { services, now }: RequestContext,
  user: User,
  share: ShareRow,
): Promise<ShareHeadShown> {
  const here = { ShareGuid: share.guid }
  const [waiting, unread] = await Promise.all([
    services.shares.requests.waiting(user, { shareGuid: share.guid, limit: 100 }),
    services.viewing.threads.unread(user, share.guid),
  ])
  const isForPeople = Number(share.recipient_count) > 0
  return {
    name: share.name,
    status: statusOf(share, now),
    facts: factsOf(share),
    sentAt: midSentence(recentTime(share.created_at, user.timeZone, now)),
    thumbnail: firstPageOf(share),
    view: isViewed(share) ? href(routes.reading.view, here) : null,
    addPeople: `${href(routes.shares.edit, here)}#recipients`,
    details: href(routes.shares.details, here),
    isKilled: share.status === 'Killed',
    links: [
      ...(isForPeople ? [{ label: 'Send link again', to: href(routes.shares.resend, here) }] : []),
      ...(share.needs_passkey === 1
        ? [{ label: 'Change passkey', to: href(routes.shares.passkey, here) }]
        : []),
      { label: 'Terms', to: href(routes.shares.terms, here) },
      { label: 'Download original', to: href(routes.reading.download, here) },
    ],
    delete: href(routes.shares.delete, here),
    tabs: [
      { label: 'Overview', to: href(routes.shares.details, here) },
      { label: 'Protection', to: href(routes.shares.edit, here) },
      { label: 'Requests', to: href(routes.shares.requests, here), count: waiting.length },
      { label: 'Comments', to: href(routes.shares.comments, here), count: unread },
      { label: 'Versions', to: href(routes.shares.versions, here) },
      { label: 'Activity', to: href(routes.shares.activity, here) },
    ],
  }
}

function isViewed(share: ShareRow): boolean {
  return share.render_status === 'Rendered' && isShown(share.file_kind, share.render_error)
}

/**
 * Where the picture of a page is, for its owner, whose looking is not recorded; null for a file without pages, and for
 * one that is locked with a passkey.
 */
export function thumbnailOf(share: ShareRow, page: number, version?: number): string | null {
  if (!isViewed(share) || share.page_count === 0 || share.needs_passkey === 1) return null
  const here = { ShareGuid: share.guid, Page: String(page) }
  return href(routes.reading.pageImage, here, { width: thumbnailWidth, version })
}

function factsOf(share: ShareRow): string[] {
  return [
    kindName[share.file_kind],
    ...(share.page_count > 0 ? [counted(share.page_count, 'page')] : []),
    fileSize(share.file_size),
  ]
}
