import type { User } from '#server/accounts/accounts.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { href } from '#app/routes.ts'
import { pageNumber, type Given } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { inRoom } from '#app/request/room.server.ts'
import { textLabel } from '#app/view-models/terms-records.server.ts'

/** The terms of a room and who accepted them, for whoever manages it. Throws what the gate says to anybody else. */
export async function roomTermsRecords(given: Given, user: User) {
  const { services, url, params } = given
  const guid = params['RoomGuid'] ?? ''
  const { identity, room } = await inRoom(given, guid, 'manage')
  const wanted = url.searchParams.get('text')
  const page = pageNumber(url)
  const [text, { rows, total }] = await Promise.all([
    services.roomAcceptanceRecords.text(identity, guid, wanted),
    services.roomAcceptanceRecords.list(identity, guid, { page, pageSize: rowsOnScreen }),
  ])
  if (page > 1 && rows.length === 0) throw new Problem('notFound')
  const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
  const here = { RoomGuid: guid }
  return {
    head: roomHead(given, room, { here: 'settings' }),
    text: text && {
      text: text.text,
      sha256: text.sha256,
      label: textLabel(text.teamVersion),
      isOlder: wanted !== null,
    },
    export: total > 0 ? href('roomTermsExport', here) : null,
    current: href('roomTerms', here),
    rows: rows.map((row) => ({
      key: row.guid,
      who: row.email ?? '',
      at: shownTime(row.acceptedAt, user.timeZone),
      text: textLabel(row.teamVersion),
      to: href('roomTerms', here, { text: row.termsGuid }),
      sha256: row.sha256,
      ip: row.ip,
      browser: row.userAgent,
    })),
    pager: {
      where: `Page ${page} of ${pages}`,
      previous: page > 1 ? href('roomTerms', here, { page: page - 1 }) : null,
      next: page < pages ? href('roomTerms', here, { page: page + 1 }) : null,
    },
  }
}
