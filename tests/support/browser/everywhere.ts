import { everyRoute } from '#app/routes.ts'
import { newGuid } from '#server/db/guid.ts'
import type { App } from '#tests/support/world/app.ts'
import { oneOf } from '#tests/support/world/budget.ts'

/** What a share is known by, anywhere in the server: someone may have learnt each of these. */
export async function idsOf(app: App, shareGuid: string): Promise<string[]> {
  const { kysely } = app.strongroom.services.database
  const share = await kysely
    .selectFrom('share')
    .selectAll()
    .where('guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  const file = await kysely
    .selectFrom('file')
    .selectAll()
    .where('guid', '=', share.file_guid)
    .executeTakeFirstOrThrow()
  const images = await kysely
    .selectFrom('page_image')
    .selectAll()
    .where('file_guid', '=', file.guid)
    .execute()
  const recipients = await kysely
    .selectFrom('recipient')
    .selectAll()
    .where('share_guid', '=', shareGuid)
    .execute()
  const visits = await kysely.selectFrom('visit').selectAll().where('share_guid', '=', shareGuid).execute()
  return [
    shareGuid,
    file.guid,
    file.object_guid,
    file.name,
    share.owner_guid,
    ...images.map((image) => image.object_guid),
    ...recipients.map((recipient) => recipient.guid),
    ...visits.map((visit) => visit.guid),
    newGuid(),
  ]
}

/** Each address is asked for as it is, and with one of these. */
const endings = [
  '.data',
  '.pdf',
  '/',
  '?width=1600',
  '?download=1',
  '?raw=1',
  '?page=1',
  '?_data=reading.download',
  '.data?_routes=reading.download',
]

/** Every address of the application with an id in each place, in the ways in which bytes are asked for elsewhere. */
export function everyAddress(ids: string[]): string[] {
  const found = new Set<string>()
  let turn = 0
  for (const { path } of everyRoute) {
    const hasPlace = /[:*]/.test(path)
    for (const id of hasPlace ? ids : ['']) {
      for (const ending of ['', ...oneOf(endings, turn++)]) {
        const filled = path
          .replace(/:(ShareGuid|token|Email)/g, encodeURIComponent(id))
          .replace(':Page', '1')
          .replace('*', `files/${encodeURIComponent(id)}`)
        found.add(filled + ending)
      }
    }
  }
  for (const id of ids) {
    for (const folder of [
      '',
      'data/',
      'objects/',
      'assets/',
      'build/',
      '../data/objects/',
      '..%2fdata%2fobjects%2f',
    ])
      found.add(`/${folder}${encodeURIComponent(id)}`)
  }
  return [...found].filter((address) => !address.startsWith('//'))
}

/** Every address in which something is named: the room where that is a room, and each of the ids in all other places. */
export function everyRoomAddress(roomGuid: string, ids: readonly string[]): string[] {
  const templates = everyRoute.filter(({ path }) => path.includes(':'))
  const found = templates.flatMap(({ path }) =>
    ids.map((id) => path.replace(':RoomGuid', roomGuid).replace(':Page', '1').replace(/:\w+/g, id)),
  )
  return [...new Set(found)]
}
