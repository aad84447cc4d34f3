import { routes } from '#app/routes.ts'
import { useLoaderData } from '@remix-run/react'
import { Acceptances, AcceptedText } from '#app/ui/tables/acceptance-table.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { roomTermsRecords } from './room-terms.server.ts'

/** The terms of a data room: the text, and who accepted which when from where. For owner and co-owners. */
export const loader = load(routes.rooms.terms, 'user can manage', roomTermsRecords)

export const meta = titled('Terms of access')

export default function RoomTerms() {
  const terms = useLoaderData<typeof loader>()
  return (
    <>
      <RoomHead head={terms.head} title="Terms of access" />
      <div className="stack-wide">
        <section className="measure card stack">
          <h2>{terms.text?.isOlder ? 'Accepted text' : 'Text members accept'}</h2>
          {terms.text ? (
            <AcceptedText text={terms.text} current={terms.current} />
          ) : (
            <p className="soft">
              Members don’t have to accept terms. You can add terms in the data room’s settings.
            </p>
          )}
        </section>
        <Acceptances rows={terms.rows} pager={terms.pager} exportTo={terms.export} />
      </div>
    </>
  )
}
