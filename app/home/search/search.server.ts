import type { User } from '#server/accounts/accounts.ts'
import { isFoundIn, searchWords } from '#server/rules/text/search-words.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { settingsPath, settingsTabLabels, type SettingsTabName } from '#app/ui/tab-names.ts'
import { folderPath, roomFilePath } from '#app/view-models/room-links.server.ts'
import { listedRoom } from '#app/view-models/lists/listed-rooms.server.ts'
import { listedShares } from '#app/view-models/lists/listed-shares.server.ts'

export type Hit = { key: string; name: string; to: string; note: string }
export type HitGroup = { label: string; hits: Hit[]; more: { to: string; label: string }[] }

/** What is shown of each kind. */
const maxHits = 5
/**
 * Of received files only the latest are searched by name. The index of words does not serve: it is the sender's, with
 * the names of other recipients.
 */
const namesRead = 200

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
  const [sent, people, received, rooms, items] = await Promise.all([
    sentFiles(context, user, search),
    ownPeople(context, user, search),
    receivedFiles(context, user, search, words),
    ownRooms(context, user, search),
    inRooms(context, search),
  ])
  const settings = { label: 'Settings', hits: settingsPages(words), more: [] }
  return [sent, people, received, rooms, items, settings].filter(({ hits }) => hits.length > 0)
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
      ? [{ to: href(routes.shares.index, {}, { q: search }), label: 'All matching sent files' }]
      : [],
  }
}

/** Whom this person sent files, and the members of rooms that they manage: each leads to what that person has. */
async function ownPeople(
  { services, visitor }: RequestContext,
  user: User,
  search: string,
): Promise<HitGroup> {
  const [recipients, members] = await Promise.all([
    services.shares.sent.peopleFound(user, search, maxHits),
    services.rooms.peopleInRooms.find(await visitor.identity(), search, maxHits),
  ])
  return {
    label: 'People',
    hits: [
      ...recipients.map(({ email, name }) => ({
        key: email,
        name: name || email,
        to: href(routes.shares.index, {}, { q: email }),
        note: [...(name ? [email] : []), 'Recipient'].join(' · '),
      })),
      ...members.map(({ room, guid, email, name }) => ({
        key: guid,
        name: name || email,
        to: href(routes.rooms.people.person, { RoomGuid: room.guid, Member: guid }),
        note: [...(name ? [email] : []), `Member of ${room.name}`].join(' · '),
      })),
    ],
    more: [],
  }
}

/** Found by who sent them, as in the list of received files, and by the names that their recipient can know. */
async function receivedFiles(
  { services }: RequestContext,
  user: User,
  search: string,
  words: readonly string[],
): Promise<HitGroup> {
  const range = { mode: 'all', sender: search, page: 1, pageSize: maxHits, beside: null, countTo: 1 } as const
  const [bySender, latest] = await Promise.all([
    services.viewing.received.list(user, range),
    services.viewing.received.list(user, { ...range, sender: '', pageSize: namesRead }),
  ])
  const named = latest.files.filter(({ name }) => name !== null && isFoundIn(name, words))
  const files = new Map([...named, ...bySender.files].map((file) => [file.recipientGuid, file]))
  return {
    label: 'Received files',
    hits: [...files.values()].slice(0, maxHits).map((file) => ({
      key: file.recipientGuid,
      name: file.name ?? `A protected file from ${file.sender.name}`,
      to: file.isOpen
        ? href(routes.reading.entry, { ShareGuid: file.shareGuid })
        : href(routes.received.index, {}, { sender: file.sender.email }),
      note: `From ${file.sender.name}${file.isOpen ? '' : ' · Access ended'}`,
    })),
    more: bySender.hasMore
      ? [{ to: href(routes.received.index, {}, { sender: search }), label: 'All from matching senders' }]
      : files.size > maxHits
        ? [{ to: href(routes.received.index), label: 'All received files' }]
        : [],
  }
}

/** Files and folders in data rooms, as far as this person sees them there. */
async function inRooms({ services, visitor }: RequestContext, search: string): Promise<HitGroup> {
  const { hits, more } = await services.rooms.itemsInRooms.find(await visitor.identity(), search, maxHits)
  return {
    label: 'In data rooms',
    hits: hits.map(({ room, guid, parentGuid, isFolder, name, above }) => ({
      key: guid,
      name,
      to: isFolder ? folderPath(room, guid) : roomFilePath(room, guid, parentGuid),
      note: [room.name, ...above].join(' › '),
    })),
    more: more.slice(0, maxHits).map((room) => ({
      to: href(routes.rooms.search, { RoomGuid: room.guid }, { q: search }),
      label: `All in ${room.name}`,
    })),
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
    more: hasAfter ? [{ to: href(routes.rooms.index, {}, { q: search }), label: 'All matching rooms' }] : [],
  }
}

function settingsPages(words: readonly string[]): Hit[] {
  const tabs = Object.entries(settingsTabLabels) as [SettingsTabName, string][]
  return tabs
    .filter(([, label]) => isFoundIn(`${label} settings`, words))
    .map(([tab, name]) => ({ key: tab, name, to: settingsPath(tab), note: '' }))
}
