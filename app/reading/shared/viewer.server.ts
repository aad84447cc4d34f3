import type { View } from '#server/rules/reading/view-as.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { href, routes } from '#app/routes.ts'
import type { DoorBar } from '#app/ui/frame/door-bar.tsx'
import type { FilesBesideShown } from '#app/ui/tables/files-beside.tsx'
import type { TimeLeft } from '#app/ui/time-left.tsx'
import { doorBar } from '#app/view-models/door.server.ts'
import { filesBeside } from '#app/view-models/files-beside.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { readerLinks, type ReaderLink } from './reader-links.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { sheetLink } from './sheet-links.server.ts'
import { textLinks } from './text-links.server.ts'
import { timeLeft } from './time-left.server.ts'

/** What the bar over a file says in every view: pages, a player, a table, or its text. */
export type ViewerFacts = {
  name: string
  back: string
  /** Whether `back` leads to the folder of a data room. */
  isInRoom: boolean
  /** Who shared it; null for the sender, and in a data room. */
  from: string | null
  /** The company of who shared it, or whose room it is in; null for the sender, and for a member of no team. */
  company: DoorBar | null
  beside: FilesBesideShown
  /** Null if it cannot be downloaded. */
  download: string | null
  timeLeft: TimeLeft | null
  /** Where its text is searched without script; null if its reader gets no text. */
  find: string | null
  /** The reader's thread with the sender; null where there is none. */
  comments: ReaderLink | null
  links: ReaderLink[]
}

type ViewQuery = { mayDownload: boolean; version?: number | undefined; viewAs?: View | undefined }

export async function viewerFacts(
  context: RequestContext,
  found: ShareAccess,
  query: ViewQuery,
): Promise<ViewerFacts> {
  const { mayDownload, version, viewAs } = query
  const share = { ShareGuid: found.shareGuid }
  const isOwner = found.policyFacts.relationship === 'owner'
  const asText = textLinks(context, found, { version, viewAs })
  const around = await readerLinks(context, found)
  const comments = href(routes.reading.comments, share)
  return {
    name: version ? `${found.file.name}, version ${version}` : found.file.name,
    back: found.room
      ? folderPath(found.room, found.room.parentGuid)
      : isOwner
        ? href(routes.shares.details, share)
        : found.tourOf
          ? href(routes.home.tourDone)
          : href(routes.reading.entry, share),
    isInRoom: found.room !== null,
    from: isOwner || found.room ? null : found.sender.name,
    company: isOwner ? null : doorBar(await context.services.viewing.personalLinks.asSender(found.sender)),
    beside: await filesBeside(context, found),
    download: mayDownload ? href(routes.reading.download, share, { version, viewAs }) : null,
    timeLeft: timeLeft(context, found.policyFacts, { withoutReading: false }),
    find: asText[0] ? `${asText[0].to}#q` : null,
    comments: around.find(({ to }) => to === comments) ?? null,
    links: [
      ...asText,
      ...(await sheetLink(context, found, { version, viewAs })),
      ...(await animationLinks(context, found, query)),
      ...around.filter(({ to }) => to !== comments),
    ],
  }
}

/** Pages show a still image; a reader who is allowed the original can see it move. */
async function animationLinks(
  { services }: RequestContext,
  found: ShareAccess,
  { mayDownload, version }: ViewQuery,
): Promise<ReaderLink[]> {
  if (!mayDownload || !(await services.viewing.playing.isAnimation(found))) return []
  const to = href(routes.reading.animation, { ShareGuid: found.shareGuid }, { version })
  return [{ name: 'Play the animation', to, count: 0 }]
}
