import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { countedWithBytes, type OwnedPart } from '#server/teams/people/owned-part.ts'
import { countFile, uncountFile } from '#server/uploads/storage-bytes.ts'

/**
 * Shares that become another account's: with their files, requests, terms and what finds them. Links, people, ends and
 * what was accepted stay as they are. The sample of the tour stays with who took it.
 */
export function sharesToGive({ events }: { events: Events }): OwnedPart {
  return {
    kind: 'share',

    async sizeOf(kysely, owners, until) {
      if (owners.length === 0) return { count: 0, bytes: 0 }
      const given = kysely
        .selectFrom('share')
        .select('share.guid')
        .where('owner_guid', 'in', owners)
        .where('is_tour', '=', 0)
        .where('created_at', '<=', until)
      const files = kysely
        .selectFrom('file')
        .where('owner_guid', 'in', owners)
        .where((file) =>
          file.or([
            file('guid', 'in', file.selectFrom('share').select('file_guid').where('guid', 'in', given)),
            file(
              'guid',
              'in',
              file.selectFrom('share_version').select('file_guid').where('share_guid', 'in', given),
            ),
          ]),
        )
      return countedWithBytes(kysely, given, files)
    },

    async give(tx, { from, to, until, actor }, most) {
      const found = await tx
        .selectFrom('share')
        .select('guid')
        .where('owner_guid', '=', from.guid)
        .where('is_tour', '=', 0)
        .where('created_at', '<=', until)
        .orderBy('guid')
        .limit(most)
        .execute()
      if (found.length === 0) return 0
      // Whoever edits or opens one of them waits; an edit that began before is refused as outdated.
      const given = await tx
        .updateTable('share')
        .set((share) => ({ owner_guid: to.guid, revision: share('revision', '+', 1) }))
        .where(
          'guid',
          'in',
          found.map(({ guid }) => guid),
        )
        .where('owner_guid', '=', from.guid)
        .returning('guid')
        .execute()
      const guids = given.map(({ guid }) => guid)
      if (guids.length > 0) {
        await giveRest(tx, guids, from.guid, to.guid)
        await events.give(tx, guids, to.guid)
      }
      for (const subject of guids) {
        const detail = { from: from.email, to: to.email }
        await events.record(tx, { subject, kind: 'HandedOver', actor, detail })
      }
      return found.length
    },
  }
}

async function giveRest(tx: Transaction, guids: string[], from: string, to: string): Promise<void> {
  await giveFiles(tx, guids, from, to)
  for (const table of ['share_word', 'access_request'] as const)
    await tx.updateTable(table).set({ owner_guid: to }).where('share_guid', 'in', guids).execute()
  await tx
    .updateTable('sending')
    .set({ owner_guid: to })
    .where('owner_guid', '=', from)
    .where('guid', 'in', (sent) =>
      sent.selectFrom('sending_file').select('sending_guid').where('share_guid', 'in', guids),
    )
    .execute()
  const required = tx
    .selectFrom('share')
    .select('terms_guid')
    .$narrowType<{ terms_guid: string }>()
    .where('guid', 'in', guids)
    .where('terms_guid', 'is not', null)
  const accepted = tx.selectFrom('acceptance').select('terms_guid').where('share_guid', 'in', guids)
  // The texts too: what was accepted stays on record if the previous account is erased.
  await tx
    .updateTable('terms')
    .set({ owner_guid: to })
    .where('owner_guid', '=', from)
    .where((terms) => terms.or([terms('guid', 'in', required), terms('guid', 'in', accepted)]))
    .execute()
}

/** The files that are shown and their other versions, with their storage. */
async function giveFiles(tx: Transaction, guids: string[], from: string, to: string): Promise<void> {
  const moved = await tx
    .updateTable('file')
    .set({ owner_guid: to })
    .where('owner_guid', '=', from)
    .where((file) =>
      file.or([
        file('guid', 'in', file.selectFrom('share').select('file_guid').where('guid', 'in', guids)),
        file(
          'guid',
          'in',
          file.selectFrom('share_version').select('file_guid').where('share_guid', 'in', guids),
        ),
      ]),
    )
    .returning('size')
    .execute()
  const bytes = moved.reduce((sum, { size }) => sum + size, 0)
  await countFile(tx, to, { bytes, quota: null })
  await uncountFile(tx, from, bytes)
}
