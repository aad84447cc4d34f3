import type { AboutCall, AboutCalls } from './about-call.ts'
import { aboutAccount } from './account.ts'
import { aboutActivity } from './activity.ts'
import { aboutComments } from './comments.ts'
import {
  beforeComments,
  beforeReading,
  beforeRooms,
  beforeSharing,
  type Introduction,
} from './introductions.ts'
import { aboutReading } from './reading.ts'
import { aboutRoomPeople } from './rooms-people.ts'
import { aboutRooms } from './rooms-tree.ts'
import { aboutSharing } from './sharing.ts'

type Part = { id: string; title: string; before: Introduction; calls: AboutCalls }

/** The parts in which calls are described, in their order. */
export const parts: readonly Part[] = [
  { id: 'account', title: 'Account', before: [], calls: aboutAccount },
  { id: 'sharing', title: 'Sharing', before: beforeSharing, calls: aboutSharing },
  { id: 'reading', title: 'Reading', before: beforeReading, calls: aboutReading },
  { id: 'comments', title: 'Comments', before: beforeComments, calls: aboutComments },
  { id: 'activity', title: 'Activity', before: [], calls: aboutActivity },
  { id: 'rooms', title: 'Data rooms', before: beforeRooms, calls: { ...aboutRooms, ...aboutRoomPeople } },
]

/** What is said about each call, by its name; one that is like the call before it names that call, and is asked as that one. */
export const aboutCalls: ReadonlyMap<string, AboutCall> = new Map(
  parts.flatMap(({ calls }) => {
    let before: [name: string, call: AboutCall | null] = ['', null]
    return Object.entries<AboutCall>(calls as Record<string, AboutCall>).map(([name, call]) => {
      const about = call.about.replace(/^The same\b/, `The same as \`${before[0]}\``)
      const isLikeBefore = about !== call.about
      const inherited = isLikeBefore ? before[1] : null
      if (!inherited) before = [name, call]
      return [name, { ...inherited, ...call, about }] as const
    })
  }),
)
