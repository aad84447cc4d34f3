import type { Transaction } from '#server/db/open.ts'
import { prepared } from '#server/db/prepared.ts'
import type { NewEvent, OfferedKind } from '#server/events/events.ts'

type About = Record<string, { guid: string; name?: string; email?: string }>

/** A feed that an event belongs in, under which name, and what it was about. */
export type FeedTarget = { feed: string; kind: string; about: About }

/** One lookup by key, for accounts without a feed as for those with one. */
export async function feedTargets(
  tx: Transaction,
  { subject, roomGuid }: NewEvent,
  offered: OfferedKind,
): Promise<FeedTarget[]> {
  const { share, room, account, team } = offered
  if (roomGuid !== undefined) {
    if (!room) return []
    const rows = await ofRoom(tx, { room: roomGuid, subject })
    return rows.map(({ feed, name, item }) => ({
      feed,
      kind: room,
      about: {
        room: { guid: roomGuid, name },
        ...(item === null ? {} : { item: { guid: subject, name: item } }),
      },
    }))
  }
  if (share) {
    const rows = await ofShare(tx, { subject })
    return rows.map(({ feed, name }) => ({ feed, kind: share, about: { share: { guid: subject, name } } }))
  }
  if (account) {
    const rows = await ofAccount(tx, { subject })
    return rows.map(({ feed, email }) => ({
      feed,
      kind: account,
      about: { account: { guid: subject, email } },
    }))
  }
  if (!team) return []
  const rows = await ofTeam(tx, { subject })
  return rows.map(({ feed, name }) => ({ feed, kind: team, about: { team: { guid: subject, name } } }))
}

const ofShare = prepared<{ subject: string }, { feed: string; name: string }>((kysely, { subject }) =>
  kysely
    .selectFrom('share')
    .innerJoin('feed', 'feed.user_guid', 'share.owner_guid')
    .select(['feed.guid as feed', 'share.name'])
    .where('share.guid', '=', subject),
)

const ofRoom = prepared<
  { room: string; subject: string },
  { feed: string; name: string; item: string | null }
>((kysely, { room, subject }) =>
  kysely
    .selectFrom('room')
    .innerJoin('feed', 'feed.user_guid', 'room.owner_guid')
    .leftJoin('item', (join) => join.on('item.guid', '=', subject))
    .select(['feed.guid as feed', 'room.name', 'item.name as item'])
    .where('room.guid', '=', room),
)

/** Its own, and that of the team that it is in. */
const ofAccount = prepared<{ subject: string }, { feed: string; email: string }>((kysely, { subject }) =>
  kysely
    .selectFrom('user')
    .innerJoin('feed', 'feed.user_guid', 'user.guid')
    .select(['feed.guid as feed', 'user.email'])
    .where('user.guid', '=', subject)
    .unionAll(
      kysely
        .selectFrom('user')
        .innerJoin('feed', 'feed.team_guid', 'user.team_guid')
        .select(['feed.guid as feed', 'user.email'])
        .where('user.guid', '=', subject)
        .where('user.invite_status', '=', 'Active'),
    ),
)

const ofTeam = prepared<{ subject: string }, { feed: string; name: string }>((kysely, { subject }) =>
  kysely
    .selectFrom('team')
    .innerJoin('feed', 'feed.team_guid', 'team.guid')
    .select(['feed.guid as feed', 'team.name'])
    .where('team.guid', '=', subject),
)
