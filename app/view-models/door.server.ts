import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { barColours } from '#server/rules/files/bar-colours.ts'
import type { ShownAs } from '#server/rules/sharing/security.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { shownLogoSize, type Logo } from '#server/rules/files/logos.ts'
import { mediaNoun } from '#server/rules/files/media.ts'
import type { ShownSender } from '#server/viewing/entry/personal-links.ts'
import { href, routes } from '#app/routes.ts'
import type { DoorBar, ShownLogo } from '#app/ui/frame/door-bar.tsx'

type Company = Pick<ShownSender, 'company' | 'colours' | 'logo'>

/** The bar over a page at the door, once its reader may know who sent the file; null for the product's own. */
export function doorBar(sender: Company | null): DoorBar | null {
  if (!sender?.company) return null
  const { company, colours, logo } = sender
  const styles =
    colours && href(routes.public.barColours, { Colours: `${colours.bar.slice(1)}-${colours.text.slice(1)}` })
  return { company, styles, logo: logo && shownLogo(logo) }
}

/** A team’s logo, ready to display. */
export function shownLogo(logo: Logo): ShownLogo {
  return { src: href(routes.public.logo, { Logo: logo.guid }), ...shownLogoSize(logo) }
}

/** The same for a data room, once its reader may know whose it is. */
export function roomDoorBar({
  company,
  barColour,
  textColour,
  logo,
}: Pick<RoomAccess['owner'], 'company' | 'barColour' | 'textColour' | 'logo'>): DoorBar | null {
  return doorBar({ company, colours: barColours(barColour, textColour), logo })
}

type Facts = {
  kind: FileKind
  mediaType: string
  size: number
  pageCount: number
  mayDownload: boolean
  mayPrint: boolean
  shownAs: ShownAs
}

/** What a file is and what can be done with it, in a line under its name. */
export function factsAtDoor({ kind, mediaType, size, pageCount, shownAs, ...may }: Facts): string {
  return [
    kind === 'media' ? mediaNoun(mediaType) : kindName[kind],
    fileSize(size),
    ...(pageCount > 0 ? [counted(pageCount, 'page')] : []),
    ...(shownAs === 'download' && may.mayDownload ? ['download only'] : allowed(shownAs, may)),
  ].join(', ')
}

function allowed(
  shownAs: ShownAs,
  { mayDownload, mayPrint }: Pick<Facts, 'mayDownload' | 'mayPrint'>,
): string[] {
  const download = mayDownload ? 'download allowed' : 'no download'
  return shownAs === 'player' ? [download] : [download, mayPrint ? 'printing allowed' : 'no printing']
}
