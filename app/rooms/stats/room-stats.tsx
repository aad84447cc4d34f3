import type { roomStats } from './room-stats.server.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { FilesRead } from './files-read.tsx'
import { MembersRead } from './members-read.tsx'
import { Overview } from './overview.tsx'
import { Records } from './records.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'

type StatsShown = Awaited<ReturnType<typeof roomStats>>

/** What happened in a room: in numbers, by member, by file, and visit by visit. */
export function RoomStats({ stats }: { stats: StatsShown }) {
  const { head, views, overview, members, files, records, zone } = stats
  return (
    <>
      <RoomHead head={head} title="Activity" />
      <div className="tools">
        <ChoiceLinks label="Activity" choices={views} />{' '}
        {overview ? <ChoiceLinks label="Period" choices={overview.periods} /> : null}
      </div>
      {overview ? <Overview {...overview} /> : null}
      {members ? <MembersRead {...members} /> : null}
      {files ? <FilesRead {...files} /> : null}
      {records ? <Records {...records} zone={zone} /> : null}
    </>
  )
}
