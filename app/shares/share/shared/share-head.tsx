import { href } from '#app/routes.ts'
import { SharePlaces, type SharePlace } from './share-places.tsx'

/** What stands above each page about one share but its overview. */
export function ShareHead({ name, places, here }: { name: string; places: SharePlace[]; here: string }) {
  return (
    <>
      <div className="page-head">
        <div className="stack">
          <p className="small">
            <a href={href('outgoing')}>Sent files</a>
          </p>
          <h1 className="breaks">{name}</h1>
        </div>
      </div>
      <SharePlaces places={places} here={here} />
    </>
  )
}
