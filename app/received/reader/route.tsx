import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { zipSharesForm } from '#server/zips/zip-forms.ts'
import { href, routes } from '#app/routes.ts'
import { SelectBox } from '#app/ui/tables/select-row.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent, once } from '#app/request/action.server.ts'
import { gone } from '#app/request/cookies.server.ts'
import { zipPath } from '#app/view-models/zip-links.server.ts'
import { beside, listedRoom, roomRange } from '#app/view-models/lists/listed-rooms.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { listedFile } from '#app/received/shared/reader-pages.server.ts'

const roomsOnPage = 50

/** What is shared with the address that this browser confirmed, for as long as that is valid. */
export const loader = load(
  routes.received.reader,
  'visitor',
  async ({ visitor, services, url, now, identity }) => {
    const page = pageNumber(url)
    const { emails, files, hasMore } = await services.viewing.readerFiles.list(identity, page)
    if (emails.length === 0) throw redirect(href(routes.access.fileLogin), { status: 303 })
    const range = { ...roomRange(url, roomsOnPage), search: '' }
    const rooms = await services.rooms.lists.list(identity, range)
    const [firstRoom, lastRoom] = [rooms.rows[0], rooms.rows.at(-1)]
    return {
      rooms: rooms.rows.map((row) => listedRoom(row, identity.user?.timeZone ?? 'UTC', now)),
      roomPager: {
        where: '',
        previous:
          rooms.hasBefore && firstRoom
            ? href(routes.received.reader, {}, { before: beside(firstRoom, range.order) })
            : null,
        next:
          rooms.hasAfter && lastRoom
            ? href(routes.received.reader, {}, { after: beside(lastRoom, range.order) })
            : null,
      },
      emails: emails.join(', '),
      hasCode: (await visitor.readerEmail()) !== null,
      files: files.map((file) => listedFile(file, now)),
      pager: {
        where: `Page ${page}`,
        previous: page > 1 ? href(routes.received.reader, {}, { page: page - 1 }) : null,
        next: hasMore ? href(routes.received.reader, {}, { page: page + 1 }) : null,
      },
    }
  },
)

export const action = submit(routes.received.reader, 'visitor', {
  zip: once(zipSharesForm, async ({ form, identity, services, client }) =>
    zipPath(await services.zips.ofShares(identity, form.share, client)),
  ),
  forget: intent(buttonForm, async ({ visitor, services }) => {
    if (visitor.readerId) await services.viewing.readers.end(visitor.readerId)
    const line = await gone(visitor.cookies.reader)
    const notice = 'This browser has forgotten your address. To open files again, confirm it with a new code.'
    return goWithNotice(visitor, href(routes.access.fileLogin), notice, 'good', [line])
  }),
})

export const meta = titled('Files shared with me')

export const handle = { sheet: 'whole' }

export default function FilesSharedWithMe() {
  const { emails, hasCode, files, pager, rooms, roomPager } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1>Files shared with me</h1>
      <p>You’ve confirmed {emails}.</p>
      {files.length > 0 ? (
        <Form intent="zip" answer={answer}>
          <ul className="stack">
            {files.map((file) => (
              <li key={file.key}>
                <p>
                  {file.mayDownload ? <SelectBox field="share" value={file.key} name={file.name} /> : null}{' '}
                  <a href={file.to}>
                    <strong className="break">{file.name}</strong>
                  </a>
                </p>
                <p className="small soft">
                  From {file.sender}. {file.until}. {file.may}{' '}
                  <a href={file.receipt}>What is recorded about me</a>
                </p>
              </li>
            ))}
          </ul>
          {files.some(({ mayDownload }) => mayDownload) ? (
            <Submit className="btn-small">Download selected as ZIP</Submit>
          ) : null}
        </Form>
      ) : (
        <p className="soft">Nothing is shared with this address.</p>
      )}
      <Pager label="Pages of files" {...pager} />
      {rooms.length > 0 ? (
        <section className="stack" aria-labelledby="rooms-title">
          <h2 id="rooms-title">Data rooms</h2>
          <ul className="stack">
            {rooms.map((room) => (
              <li key={room.guid}>
                <p>
                  <a href={room.to}>
                    <strong className="break">{room.name}</strong>
                  </a>
                </p>
                <p className="small soft">
                  Owner: {room.owner}. Your role: {room.role}. {room.state.words}.{' '}
                  {room.receipt ? <a href={room.receipt}>What is recorded about me</a> : null}
                </p>
              </li>
            ))}
          </ul>
          <Pager label="Pages of data rooms" {...roomPager} />
        </section>
      ) : null}
      {hasCode ? (
        <Form intent="forget" answer={answer}>
          <p className="small soft">
            This browser remembers your address for up to 12 hours after you enter a code. On a shared
            computer, forget it now.
          </p>{' '}
          <Submit className="btn-quiet btn-small">Forget my address</Submit>
        </Form>
      ) : null}
    </div>
  )
}
