import { barColours, type BarColours } from '#server/rules/files/bar-colours.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { RoomHeadShown } from '#app/ui/frame/room-head.tsx'
import { shownLogo } from '#app/view-models/door.server.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

/**
 * The style sheet of the bar over a room; null for the product's own bar. Colours in the address apply only if the
 * room's team sets none; a logo in the address is ignored, since a forged link could show any.
 */
export function roomBarStyles({ url }: RequestContext, { owner }: RoomAccess): string | null {
  const { searchParams } = url
  const previewed = barColours(searchParams.get('tbar'), searchParams.get('tcolor'))
  const colours = barColours(owner.barColour, owner.textColour) ?? previewed
  return colours && stylesOf(colours)
}

/** The logo of the room's team, and its name; null without one. */
export function roomLogo({ owner }: RoomAccess): RoomHeadShown['logo'] {
  return owner.logo && owner.company ? { logo: shownLogo(owner.logo), company: owner.company } : null
}

function stylesOf({ bar, text }: BarColours): string {
  return href(routes.public.barColours, { Colours: `${bar.slice(1)}-${text.slice(1)}` })
}
