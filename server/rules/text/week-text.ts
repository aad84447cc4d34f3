import { counted, shortDuration } from './format.ts'

/** What happened in a room in a week: `first` is one of the `people` who were there. */
type RoomOfWeek = {
  first: string
  people: number
  views: number
  downloads: number
  /** Milliseconds. */
  time: { time: number }
}

/** "Ben Okafor and 2 others". */
export function peopleText({ first, people }: RoomOfWeek): string {
  return people > 1 ? `${first} and ${counted(people - 1, 'other')}` : first
}

/** "31 files opened, 1 h 12 min together". */
export function activityText({ views, downloads, people, time }: RoomOfWeek): string {
  const parts = [
    views > 0 ? `${counted(views, 'file')} opened` : 'nothing opened',
    downloads > 0 ? counted(downloads, 'download') : '',
    time.time >= 1000 ? `${shortDuration(time.time)}${people > 1 ? ' together' : ''}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}
