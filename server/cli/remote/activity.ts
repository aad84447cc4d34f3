import type { Command } from 'commander'
import { z } from 'zod'
import { answering } from '#server/cli/answer.ts'
import { columns } from '#server/cli/columns.ts'
import { Connection, shown } from './connection.ts'
import { roomAt, roomsOf, type Room } from './rooms-there.ts'
import { peopleOf, shareGuidIn, sharesOf } from './sharing.ts'

const tracksForm = z.looseObject({
  Tracks: z.array(
    z.looseObject({
      ViewStartTime: z.string(),
      Status: z.string(),
      UserEmail: z.string().nullable(),
      DocumentPath: z.string().nullable(),
    }),
  ),
})
const recipientsForm = z.looseObject({
  Recipients: z.array(
    z.looseObject({
      RecipientUserEmail: z.string(),
      RecipientTotalViewCount: z.number(),
      RecipientTotalPrintCount: z.number(),
      RecipientTotalDownloadCount: z.number(),
      ViewFirstTime: z.string(),
    }),
  ),
})
const never = '0001-01-01T00:00:00Z'

/** `activity`: what happened in a room, what recipients did with a share, or which shares were opened. */
export function addActivityCommand(remote: Command): void {
  const activity = remote
    .command('activity')
    .description('show what happened with a share or in a data room')
    .argument('[what]', 'the link or ID of a share, or a data room by name or ID; without it, all shares')
    .addHelpText('after', '\nExample:\n  strongroom remote activity "Project Atlas" --json')
  answering(activity, async (what: string | undefined) => {
    const connection = await Connection.open()
    if (what === undefined) return ofAll(connection)
    const share = shareGuidIn(what)
    if (share === null) return ofRoom(connection, (await roomAt(connection, what)).room)
    const room = (await roomsOf(connection)).find(({ ShareGuid }) => ShareGuid === share)
    return room ? ofRoom(connection, room) : ofShare(connection, share)
  })
}

async function ofAll(connection: Connection) {
  const shares = await sharesOf(connection, false)
  const rows = shares.map((one) => [timeOf(one.ViewFirstTime), shown(one.DocumentPath), peopleOf(one)])
  return { lines: columns([['First opened', 'File', 'With'], ...rows]), data: shares }
}

async function ofShare(connection: Connection, guid: string) {
  const { Recipients } = recipientsForm.parse(await connection.get(`/v1/shares/info/${guid}/sender`))
  const rows = Recipients.map((one) => [
    shown(one.RecipientUserEmail),
    timeOf(one.ViewFirstTime),
    String(one.RecipientTotalViewCount),
    String(one.RecipientTotalPrintCount),
    String(one.RecipientTotalDownloadCount),
  ])
  const heading = ['Recipient', 'First opened', 'Views', 'Prints', 'Downloads']
  return { lines: columns([heading, ...rows]), data: Recipients }
}

async function ofRoom(connection: Connection, { ShareGuid, Version }: Room) {
  const answer = await connection.get(`/v${Version}/folder/tracks/details/${ShareGuid}`)
  const { Tracks } = tracksForm.parse(answer)
  const rows = Tracks.map((one) => [
    timeOf(one.ViewStartTime),
    shown(one.Status),
    shown(one.UserEmail ?? ''),
    shown(one.DocumentPath ?? ''),
  ])
  return { lines: columns([['When (UTC)', 'What', 'Who', 'File'], ...rows]), data: Tracks }
}

function timeOf(iso: string): string {
  return iso === never ? 'never' : shown(iso.slice(0, 16).replace('T', ' '))
}
