import type { User } from '#server/accounts/accounts.ts'
import { counted, dateTime, fileSize, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import type { KeptFile } from '#server/shares/versions/kept-files.ts'
import type { StorageUse } from '#server/uploads/usage.ts'
import { href, routes } from '#app/routes.ts'
import { atMost, maxCounted } from '#app/request/counted-at-most.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { buttonForm, intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { closedShown } from '#app/view-models/plans/plan-limits.server.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

const listed = 5

export type ListedFile = { key: string; name: string; size: string; on: ShownTime; to: string | null }

/** How full the storage is, in words and as a fraction; without a quota there is no fraction. */
export type StorageShown = { words: string; hint: string; part: number | null; tone: 'good' | 'warn' | 'bad' }

export const planTab: SettingsTab = {
  async load({ services }: RequestContext, user: User) {
    const [use, sharingSummary, largest, oldest] = await Promise.all([
      services.files.usage.of(user),
      services.shares.sent.sharingSummary(user, { countTo: maxCounted + 1 }),
      services.shares.sent.files(user, { by: 'size', limit: listed }),
      services.shares.sent.files(user, { by: 'age', limit: listed }),
    ])
    const plan = services.config.plans.of(user.tierCode)
    const closed = await services.plans.changes.closed(user)
    return {
      plan: plan.name,
      ends: user.tierEndsAt === null ? null : dateTime(user.tierEndsAt, user.timeZone),
      maySeeTrial: services.plans.changes.trial(user).problem === null,
      closed: closed.total === 0 ? null : closedShown(closed, plan),
      facts: [
        { label: 'Largest file', figure: fileSize(plan.maxUploadBytes) },
        { label: 'Recipients per file', figure: String(plan.maxRecipients) },
        { label: 'Files shared', figure: atMost(sharingSummary.shares) },
        { label: 'Stored files', figure: atMost(sharingSummary.files) },
      ],
      storage: storageShown(use),
      largest: largest.map((file) => listedFile(file, user.timeZone)),
      // The same few files twice would say nothing.
      oldest: sharingSummary.files > listed ? oldest.map((file) => listedFile(file, user.timeZone)) : [],
    }
  },
  intents: () => ({
    checkPlan: intent(buttonForm, async ({ services, visitor, user }) => {
      const { total } = await services.plans.changes.check(user)
      const here = settingsPath('plan')
      if (total === 0) return goWithNotice(visitor, here, 'All of it is open again.', 'good')
      return goWithNotice(visitor, here, `${counted(total, 'share or data room')} still closed.`, 'warn')
    }),
  }),
}

/** Ready for `StorageBar`. */
export function storageShown({ consumed, quota }: StorageUse): StorageShown {
  if (quota === null) {
    return {
      words: `${fileSize(consumed)} used`,
      hint: 'No storage limit.',
      part: null,
      tone: 'good',
    }
  }
  const part = Math.min(1, consumed / quota)
  const left = Math.max(0, quota - consumed)
  const words = `${fileSize(consumed)} of ${fileSize(quota)} used`
  if (left === 0) {
    const hint = 'Storage is full, so you can’t upload more. Everything you’ve shared can still be opened.'
    return { words, hint, part, tone: 'bad' }
  }
  const hint = `${fileSize(left)} left${part >= 0.8 ? ': storage is almost full' : ''}.`
  return { words, hint, part, tone: part >= 0.8 ? 'warn' : 'good' }
}

function listedFile(file: KeptFile, timeZone: string): ListedFile {
  const { guid, name, size, created_at } = file
  const to = placeOf(file)
  return { key: guid, name, size: fileSize(size), on: dayOf(shownTime(created_at, timeZone)), to }
}

/** Where it can be deleted. */
function placeOf({ share_guid, is_binned }: KeptFile): string | null {
  if (share_guid === null) return null
  return is_binned ? href(routes.shares.trash) : href(routes.shares.details, { ShareGuid: share_guid })
}

/** "20 Nov 2026": for files the time of day does not matter. */
function dayOf(time: ShownTime): ShownTime {
  return { ...time, text: time.text.replace(/,.*$/, '') }
}
