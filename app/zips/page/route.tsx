import { useActionData, useLoaderData } from '@remix-run/react'
import { counted, fileSize, shownTime } from '#server/rules/text/format.ts'
import { overZipLimitMessage } from '#server/rules/text/messages.ts'
import { problems } from '#server/rules/problems.ts'
import type { ShownPart, ZipShown } from '#server/zips/zips.ts'
import { href, routes } from '#app/routes.ts'
import { WatchDownloads } from '#app/enhance/watch-downloads.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { zipAddress, zipPath } from '#app/view-models/zip-links.server.ts'
import { titled } from '#app/request/titled.ts'

const keptDays = 3

/** An archive while it is prepared, and its parts when they can be downloaded. */
export const loader = load(routes.zips.page, 'visitor', async ({ services, identity, params }) => {
  const shown = await services.zips.find(identity, zipAddress(params))
  const { zip, state, done, total, parts } = shown
  const until = shownTime(zip.created_at + keptDays * 86_400_000, identity.user?.timeZone ?? 'UTC')
  return {
    isWaiting: state === 'processing',
    name: `${zip.name}.zip`,
    state: state === 'ready' && parts.length === 0 ? 'empty' : state,
    done,
    total,
    wantsEmail: zip.wants_email === 1,
    parts: parts.map((part) => ({
      to: href(routes.zips.part, { ...params, Part: String(part.number) }),
      label: parts.length === 1 ? 'Download' : `Download part ${part.number}`,
      words: `${counted(part.files, 'file')}, ${fileSize(part.size)}`,
      progress: progressOf(part),
    })),
    until,
    room: zip.room_guid === null ? null : href(routes.rooms.folder2, { ShareGuid: zip.room_guid }),
    ...leftOutShown(shown),
  }
})

function progressOf({ fetched_at: begunAt, completed_at: completedAt, sent, files }: ShownPart): string {
  if (completedAt !== null && sent === files) return 'Download completed'
  return begunAt === null ? '' : `Downloading zip: ${sent} of ${counted(files, 'file')} sent`
}

function leftOutShown({ leftOut, leftOutCount }: ZipShown) {
  return {
    leftOut: leftOut.map(({ name, problem }) => ({ name, reason: problems[problem].text })),
    notListed: leftOutCount - leftOut.length,
  }
}

export const action = submit(routes.zips.page, 'visitor', {
  emailMe: intent(buttonForm, async ({ services, identity, params, visitor }) => {
    const address = zipAddress(params)
    await services.zips.emailWhenReady(identity, address)
    const notice = 'We’ll email you when the files are ready, if it takes longer than a minute.'
    return goWithNotice(visitor, zipPath(address), notice, 'good')
  }),
})

export const meta = titled<typeof loader>((data) => data.name)

export const handle = { hydrate: true }

export default function ZipPage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <h1 className="break">{page.name}</h1>
      {page.state === 'processing' ? (
        <>
          <output>
            Processing file {Math.min(page.done + 1, page.total)} of {page.total}
          </output>
          <progress max={page.total} value={page.done} aria-label="Files processed" />
          {page.wantsEmail ? (
            <p className="soft">We’ll email you when the files are ready.</p>
          ) : (
            <Form intent="emailMe" answer={answer}>
              <Submit className="btn-small">Email me when it’s ready</Submit>
            </Form>
          )}
        </>
      ) : null}
      {page.state === 'failed' ? (
        <p className="note note-bad">These files couldn’t be prepared. Go back and try again.</p>
      ) : null}
      {page.state === 'empty' ? (
        <p className="note note-bad">None of these files can be downloaded now.</p>
      ) : null}
      {page.state === 'ready' ? <Parts {...page} /> : null}
      {page.leftOut.length > 0 ? <LeftOut {...page} /> : null}
      {page.room ? (
        <p>
          <a href={page.room}>Back to the data room</a>
        </p>
      ) : null}
    </div>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

function Parts({ parts, until }: Shown) {
  return (
    <>
      {parts.length > 1 ? <p className="note note-warn">{overZipLimitMessage}</p> : null}
      <ul className="stack">
        {parts.map(({ to, label, words, progress }) => (
          <li key={to} className="row">
            <a className="btn btn-main" href={to}>
              {label}
            </a>{' '}
            <span className="small soft">{words}</span> <output className="small strong">{progress}</output>
          </li>
        ))}
      </ul>
      <WatchDownloads to={parts.map(({ to }) => to)} news={parts.map(({ progress }) => progress).join()} />
      <p className="small soft">
        You can download {parts.length > 1 ? 'them' : 'it'} until{' '}
        <time title={until.title}>{until.text}</time>. An interrupted download can be resumed. Downloads are
        recorded, except those of owners and co-owners.
      </p>
    </>
  )
}

function LeftOut({ leftOut, notListed }: Shown) {
  return (
    <section className="stack">
      <h2>Not included</h2>
      <ul className="bullets">
        {leftOut.map(({ name, reason }, at) => (
          <li key={at}>
            <strong className="break">{name}</strong>: {reason}
          </li>
        ))}
        {notListed > 0 ? <li>and {notListed.toLocaleString('en')} more</li> : null}
      </ul>
    </section>
  )
}
