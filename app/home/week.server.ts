import type { User } from '#server/accounts/accounts.ts'
import { counted, shortDuration, waitingTime } from '#server/rules/text/format.ts'
import { activityText, peopleText } from '#server/rules/text/week-text.ts'
import type { Week } from '#server/viewing/week/week.ts'
import { href, routes } from '#app/routes.ts'
import { sparkOf } from '#app/view-models/charts/curve.server.ts'
import { activityPath } from '#app/view-models/room-links.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

type Waiting = readonly { created_at: number }[]

/** The last seven days in four numbers with what they were like, and a sentence about each room. */
export async function weekShown(
  { services, now }: RequestContext,
  user: User,
  waiting: Waiting,
  maxShown: number,
) {
  const week = await services.viewing.weeks.of(user)
  const isQuiet = week.views === 0 && week.viewsBefore === 0 && week.readers === 0 && waiting.length === 0
  if (isQuiet) return null
  const oldest = Math.min(...waiting.map(({ created_at: at }) => at))
  return {
    numbers: [
      {
        label: 'Files opened',
        figure: week.views.toLocaleString('en'),
        note: comparedText(week),
        spark: sparkOf(week.days.map(({ views }) => views)),
        to: href(routes.shares.index),
      },
      {
        label: 'Readers',
        figure: week.readers.toLocaleString('en'),
        note: downloadText(week),
        spark: sparkOf(week.days.map(({ readers }) => readers)),
        to: null,
      },
      {
        label: 'Time read',
        figure: week.time.time > 0 ? shortDuration(week.time.time) : '0',
        note: timeNote(week),
        spark: sparkOf(week.days.map(({ time }) => time.time)),
        to: null,
      },
      {
        label: 'Waiting for you',
        figure: waiting.length > maxShown ? `${maxShown}+` : String(waiting.length),
        note: waiting.length > 0 ? `oldest ${waitingTime(now - oldest)}` : 'no requests',
        spark: null,
        to: href(routes.requests.index),
      },
    ],
    rooms: week.rooms.map((room) => ({
      key: room.guid,
      name: room.name,
      to: activityPath(room, room.guid),
      who: peopleText(room),
      did: activityText(room),
    })),
  }
}

function comparedText({ views, viewsBefore }: Week): string {
  if (views === viewsBefore) return 'as in the week before'
  const more = views - viewsBefore
  return `${Math.abs(more).toLocaleString('en')} ${more > 0 ? 'more' : 'fewer'} than the week before`
}

function downloadText({ downloads, prints, refused }: Week): string {
  const parts = [
    downloads > 0 ? counted(downloads, 'download') : '',
    prints > 0 ? `${prints} print ${prints === 1 ? 'copy' : 'copies'}` : '',
    refused > 0 ? `${refused} blocked` : '',
  ]
  return parts.filter(Boolean).join(', ') || 'no downloads'
}

function timeNote({ time }: Week): string {
  if (time.time === 0) return 'none measured'
  if (time.method === 'measured') return 'measured'
  return time.method === 'estimated' ? 'estimated' : `${shortDuration(time.estimated)} of it estimated`
}
