import { useLoaderData } from '@remix-run/react'
import { fileSize, shownTime } from '#server/rules/text/format.ts'
import { exportKept } from '#server/rules/product/exported-lists.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { href, routes } from '#app/routes.ts'
import { pageOf, requireAsAtPage } from '#app/exports/shared/export-request.server.ts'
import { BackHead } from '#app/ui/frame/back-head.tsx'

/** A long list while it is prepared, and its download when it is ready. */
export const loader = load(routes.exports.page, 'user', async (context) => {
  const { services, user, params } = context
  const { row, state } = await services.exports.prepared.find(user, params.Export)
  await requireAsAtPage(context, row.list)
  return {
    isWaiting: state === 'processing',
    state,
    name: `${row.name}.${row.format}`,
    back: pageOf(row.list, row.share_guid ?? row.room_guid ?? ''),
    to: href(routes.exports.file, { Export: row.guid }),
    size: fileSize(Number(row.size ?? 0)),
    until: shownTime(row.created_at + exportKept, user.timeZone),
  }
})

export const meta = titled<typeof loader>((data) => data.name)

export default function PreparedExport() {
  const { state, name, back, to, size, until } = useLoaderData<typeof loader>()
  return (
    <>
      <BackHead back={back} title={name} />
      <div className="measure card stack">
        {state === 'processing' ? (
          <>
            <output>We’re preparing this export.</output>
            <progress aria-label="Preparing" />
            <p className="soft">
              You can leave this page. We’ll email you a link when it’s ready, if it takes longer than a
              minute.
            </p>
          </>
        ) : null}
        {state === 'failed' ? (
          <p className="note note-bad">This export couldn’t be prepared. Go back and try again.</p>
        ) : null}
        {state === 'ready' ? (
          <>
            <p>
              <a className="btn btn-main" href={to}>
                Download
              </a>{' '}
              <span className="small soft">{size}</span>
            </p>
            <p className="small soft">
              You can download it until <time title={until.title}>{until.text}</time>.
            </p>
          </>
        ) : null}
      </div>
    </>
  )
}
