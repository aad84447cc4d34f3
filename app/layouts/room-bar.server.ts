import { barColours, type BarColours } from '#server/rules/files/bar-colours.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import type { ContextAt } from '#app/request/loader.server.ts'

/**
 * The style sheet of the bar over a room, for people whom the room's policy admits; null for the product's own bar.
 * Colours in the address apply only if the room's team sets none; a logo in the address is ignored, since a forged link
 * could show any.
 */
export async function roomBarStyles(context: ContextAt<'room', 'visitor'>): Promise<string | null> {
  const { params, services, url, identity } = context
  const guid = params.RoomGuid ?? params.ShareGuid
  if (guid === undefined) return null
  const team = await services.rooms.all.bar(identity, guid).catch(nothingForStrangers)
  if (!team) return null
  const { searchParams } = url
  const asked = barColours(searchParams.get('tbar'), searchParams.get('tcolor'))
  const colours = barColours(team.bar, team.text) ?? asked
  return colours && stylesOf(colours)
}

function nothingForStrangers(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}

function stylesOf({ bar, text }: BarColours): string {
  return href(routes.public.barColours, { Colours: `${bar.slice(1)}-${text.slice(1)}` })
}
