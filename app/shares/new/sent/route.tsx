import { useLoaderData } from '@remix-run/react'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { counted, fileSize, shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { CopyLink } from '#app/shares/shared/copy-link.tsx'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { titled } from '#app/request/titled.ts'
import { statusOf } from '#app/view-models/lists/listed-shares.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

/** The outcome of sharing several files: which are shared, and which are not and why. */
export const loader = load(routes.shares.sent, 'user', async ({ user, ...context }) => {
  const { services, params } = context
  const guid = params.SendingGuid
  const { createdAt, files } = await services.shares.sending.find(user, guid)
  return {
    sentAt: shownTime(createdAt, user.timeZone),
    // If it was cut short before the first share, only the names are known.
    again: href(
      routes.shares.new,
      {},
      files.some(({ shareGuid }) => shareGuid !== null) ? { again: guid } : {},
    ),
    shared: files.flatMap(({ name, shareGuid, share }) => {
      if (shareGuid === null || share === null) return []
      const to = href(routes.shares.details, { ShareGuid: shareGuid })
      const link = new URL(href(routes.reading.entry, { ShareGuid: shareGuid }), services.config.publicUrl)
        .href
      const kind = `${kindName[share.file_kind]}, ${fileSize(share.file_size)}`
      return [{ name, to, link, kind, status: statusOf(share, context.now) }]
    }),
    refused: files
      .filter(({ shareGuid }) => shareGuid === null)
      .map(({ name, reason }) => ({ name, reason })),
  }
})

export const meta = titled('Shared files')

export default function Sent() {
  const { sentAt, again, shared, refused } = useLoaderData<typeof loader>()
  return (
    <div className="measure stack-wide">
      <div className="head">
        <div className="stack">
          <h1>
            {refused.length === 0
              ? `${counted(shared.length, 'file')} shared`
              : `${shared.length} of ${counted(shared.length + refused.length, 'file')} shared`}
          </h1>
          <p className="small soft">
            <time title={sentAt.title}>{sentAt.text}</time>, each with its own link; people get one email with
            the links to all the files they can open
          </p>
        </div>
      </div>
      {refused.length > 0 ? (
        <section className="card stack">
          <h2>Not shared</h2>
          <ul className="bullets">
            {refused.map(({ name, reason }, index) => (
              <li key={index}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
          <p>
            <a className="btn btn-main" href={again}>
              Share {refused.length === 1 ? 'it' : 'them'} with the same people
            </a>
          </p>
          <p className="small soft">
            The form is filled in with the same people, protections and message; you only need to choose the{' '}
            {refused.length === 1 ? 'file' : 'files'}. The files below aren’t affected.
          </p>
        </section>
      ) : null}
      <section className="card stack">
        <h2>Shared</h2>
        <ul className="stack">
          {shared.map(({ name, to, link, kind, status }) => (
            <li key={to} className="stack">
              <p>
                <a href={to}>{name}</a> <Badge tone={status.tone}>{status.words}</Badge>{' '}
                <span className="small soft">{kind}</span>
              </p>
              <CopyLink link={link} />
            </li>
          ))}
        </ul>
      </section>
      <CopyLinks />
      <p className="row">
        <a href={href(routes.shares.index)}>Sent files</a>{' '}
        <a href={href(routes.shares.new)}>Share another file</a>
      </p>
    </div>
  )
}
