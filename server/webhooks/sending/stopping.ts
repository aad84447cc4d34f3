import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { administratorsOf } from '#server/teams/people/administered.ts'
import { setHook, type HookRow } from './hook-rows.ts'

/** Turns a hook off whose receiver is gone, or has failed for days, and tells its owner. */
export async function stopHook(
  tx: Transaction,
  { events, publicUrl }: { events: Events; publicUrl: URL },
  hook: HookRow,
  state: 'Failed' | 'Gone',
): Promise<void> {
  await setHook(tx, hook.guid, { state })
  const feed = await tx
    .selectFrom('feed')
    .leftJoin('user', 'user.guid', 'feed.user_guid')
    .select(['feed.user_guid', 'feed.team_guid', 'user.email'])
    .where('feed.guid', '=', hook.feed_guid)
    .executeTakeFirstOrThrow()
  const to = feed.team_guid === null ? [feed.email!] : await administratorsOf(tx, feed.team_guid)
  await events.record(tx, {
    subject: (feed.team_guid ?? feed.user_guid)!,
    kind: 'WebhookStopped',
    client: null,
    detail: { host: new URL(hook.url).host },
    facts: {
      to,
      url: hook.url,
      page: webhookUrl(publicUrl, hook.guid, feed.team_guid !== null),
      isGone: state === 'Gone',
    },
  })
}

function webhookUrl(publicUrl: URL, guid: string, isOfTeam: boolean): string {
  const url = new URL(isOfTeam ? '/team/admin' : '/setting', publicUrl)
  url.searchParams.set('tabActive', 'webhooks')
  url.searchParams.set('hook', guid)
  return url.href
}
