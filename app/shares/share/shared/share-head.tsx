import { href, routes } from '#app/routes.ts'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { SharePlaces, type SharePlace } from './share-places.tsx'

/** The head of each page about one share except its overview. */
export function ShareHead({ name, places, here }: { name: string; places: SharePlace[]; here: string }) {
  return (
    <>
      <BackHead back={{ to: href(routes.shares.index), label: 'Sent files' }} title={name} />
      <SharePlaces places={places} here={here} />
    </>
  )
}
