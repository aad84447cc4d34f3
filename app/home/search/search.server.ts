import type { User } from '#server/accounts/accounts.ts'
import { isFoundIn, searchWords } from '#server/rules/text/search-words.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { settingsPath, settingsTabLabels, type SettingsTabName } from '#app/ui/tab-names.ts'
import { listedRoom } from '#app/view-models/lists/listed-rooms.server.ts'
import { listedShares } from '#app/view-models/lists/listed-shares.server.ts'

export type Hit = { key: string; name: string; to: string; note: string }
export type HitGroup = { label: string; hits: Hit[]; more: { to: string; label: string } | null }

/** What is shown of each kind. */
const maxHits = 5
export const maxSearchLength = 200

/**
 * What a person finds of their own: through the lists that they have anyway, each by its index and limited, so that a
 * search costs about as much as opening those lists.
 */
export async function foundEverywhere(
  context: RequestContext,
  user: User,
  search: string,
): Promise<HitGroup[]> {
  const words = searchWords(search)
  if (words.length === 0) return []
  const [sent, received, rooms] = await Promise.all([
    sentFiles(context, user, search),
    fromSenders(context, user, search),
    ownRooms(context, user, search),
  ])
  const settings = { label: 'Settings', hits: settingsPages(words), more: null }
  return [sent, received, rooms, settings].filter(({ hits }) => hits.length > 0)
}

async function sentFiles(context: RequestContext, user: User, search: string): Promise<HitGroup> {
  const { shares, hasMore } = await listedShares(context, user, {
    page: 1,
    pageSize: maxHits,
    search,
    countTo: 1,
  })
  return {
    label: 'Sent files',
    hits: shares.map(({ guid, name, to, facts, audience, people, more }) => {
      const who = audience || [people.map((person) => person.name).join(', '), more].join(' ').trim()
      return { key: guid, name, to, note: who ? `${facts} · ${who}` : facts }
    }),
    more: hasMore
      ? { to: href(routes.shares.index, {}, { q: search }), label: 'All matching sent files' }
      : null,
  }
}

/** Found by who sent them, as in the list of received files. */
async function fromSenders({ services }: RequestContext, user: User, sender: string): Promise<HitGroup> {
  const range = { mode: 'all', sender, page: 1, pageSize: maxHits, beside: null, countTo: 1 } as const
  const { files, hasMore } = await services.viewing.received.list(user, range)
  return {
    label: 'Received files',
    hits: files.map((file) => ({
      key: file.recipientGuid,
      name: file.name ?? `A protected file from ${file.sender.name}`,
      to: file.isOpen
        ? href(routes.reading.entry, { ShareGuid: file.shareGuid })
        : href(routes.received.index, {}, { sender }),
      note: `From ${file.sender.name}${file.isOpen ? '' : ' · Access ended'}`,
    })),
    more: hasMore
      ? { to: href(routes.received.index, {}, { sender }), label: 'All matching received files' }
      : null,
  }
}

async function ownRooms(
  { services, visitor, now }: RequestContext,
  user: User,
  search: string,
): Promise<HitGroup> {
  const range = { order: 'visit', search, pageSize: maxHits, beside: null } as const
  const { rows, hasAfter } = await services.rooms.lists.list(await visitor.identity(), range)
  return {
    label: 'Data rooms',
    hits: rows.map((row) => {
      const { guid, name, to, role } = listedRoom(row, user.timeZone, now)
      return { key: guid, name, to, note: role }
    }),
    more: hasAfter ? { to: href(routes.rooms.index, {}, { q: search }), label: 'All matching rooms' } : null,
  }
}

function settingsPages(words: readonly string[]): Hit[] {
  const tabs = Object.entries(settingsTabLabels) as [SettingsTabName, string][]
  return tabs
    .filter(([, label]) => isFoundIn(`${label} settings`, words))
    .map(([tab, name]) => ({ key: tab, name, to: settingsPath(tab), note: '' }))
}
