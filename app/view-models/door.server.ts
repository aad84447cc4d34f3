import type { ShownSender } from '#server/viewing/entry/personal-links.ts'
import { href, routes } from '#app/routes.ts'
import type { DoorBar } from '#app/ui/frame/door-bar.tsx'

/** The bar over a page at the door, once its reader may know who sent the file; null for the product's own. */
export function doorBar(sender: ShownSender | null): DoorBar | null {
  if (!sender?.company) return null
  const { company, colours } = sender
  const styles =
    colours && href(routes.public.barColours, { Colours: `${colours.bar.slice(1)}-${colours.text.slice(1)}` })
  return { company, styles }
}
