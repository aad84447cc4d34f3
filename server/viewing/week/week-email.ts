import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted, shortDuration } from '#server/rules/text/format.ts'
import { activityText, peopleText } from '#server/rules/text/week-text.ts'
import type { Week } from './week.ts'

type Links = { publicUrl: URL; switchOffAt: string }

/** What home shows of a week, without names of files: email may be read by more than one person. */
export function weekEmail(to: string, week: Week, waiting: number, { publicUrl, switchOffAt }: Links): Email {
  const people = counted(week.readers, 'person').replace('persons', 'people')
  const opened = `${people} opened ${counted(week.views, 'file')}`
  return composeEmail({
    to,
    subject: waiting > 0 ? `Your week: ${counted(waiting, 'request')} waiting` : `Your week: ${opened}`,
    heading: 'Your week',
    paragraphs: [
      `${opened}${timeText(week)}. The week before, it was ${counted(week.viewsBefore, 'file')}.`,
      ...[numbersText(week)].filter(Boolean),
      ...week.rooms.map((room) => `${peopleText(room)} in ${room.name}: ${activityText(room)}.`),
      ...(waiting > 0
        ? [`${counted(waiting, 'request')} ${waiting === 1 ? 'waits' : 'wait'} for your decision.`]
        : []),
    ],
    action: { label: 'See your week', url: new URL('/home', publicUrl).href },
    footer: 'Sent on Mondays after a week in which something happened.',
    switchOffAt,
    switchesOffByPost: true,
  })
}

function timeText({ time }: Week): string {
  if (time.time < 1000) return ''
  const known =
    time.method === 'measured' ? '' : time.method === 'estimated' ? ', estimated' : ', partly estimated'
  return ` and read for ${shortDuration(time.time)}${known}`
}

function numbersText({ downloads, prints, refused }: Week): string {
  const parts = [
    downloads > 0 ? counted(downloads, 'download') : '',
    prints > 0 ? `${prints} print ${prints === 1 ? 'copy' : 'copies'}` : '',
    refused > 0 ? counted(refused, 'blocked attempt') : '',
  ].filter(Boolean)
  return parts.length > 0 ? `There were ${parts.join(', ')}.` : ''
}
