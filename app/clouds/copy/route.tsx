import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { CopyItemRow, CopyRow } from '#server/clouds/copying/copy-rows.ts'
import { cloudLabels } from '#server/rules/files/clouds.ts'
import { counted, fileSize, shownTime } from '#server/rules/text/format.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { href, routes } from '#app/routes.ts'
import { backOf, connectPath } from '#app/clouds/shared/copy-links.server.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'

const maxRows = 100
const longPause = 120_000

/** How far a copy from cloud storage is, file by file. */
export const loader = load(routes.clouds.copy, 'user', async ({ user, ...context }) => {
  const { params, services, url } = context
  const { copies } = services.clouds
  const copy = await copies.find(user, params.CopyGuid)
  if (copy.state === 'choosing') throw redirect(href(routes.clouds.pick, params))
  const number = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page') ?? 1)) || 1), 1000)
  const { counts, rows } = await copies.progress(copy, number)
  const here = (page: number) => href(routes.clouds.copy, params, page === 1 ? {} : { page: String(page) })
  const { state } = copy
  const left = counts.waiting + counts.copying
  return {
    // Nothing happens during a long pause, so the page does not look again and again.
    isWaiting: state === 'copying' && copy.waits_until <= context.now + longPause,
    state,
    title: `${isOver(state) ? 'Copied' : 'Copying'} from ${cloudLabels[copy.cloud]}`,
    cloud: cloudLabels[copy.cloud],
    done: counts.all - left,
    all: counts.all,
    failed: counts.failed,
    words: countsText(counts),
    pausedUntil:
      state === 'copying' && copy.waits_until > context.now
        ? shownTime(copy.waits_until, user.timeZone)
        : null,
    isVersion: copy.item_guid !== null || copy.share_guid !== null,
    rows: rows.map(shownRow),
    earlier: number > 1 ? here(number - 1) : null,
    later: number * maxRows < counts.all ? here(number + 1) : null,
    back: await backOf(context, copy).catch(() => ({ to: href(routes.home.index), label: 'Home' })),
    connect: connectPath(copy, url.pathname),
    notify:
      copy.room_guid !== null && copy.batch_guid !== null && copy.item_guid === null && counts.done > 0
        ? href(routes.rooms.emails.notify, { RoomGuid: copy.room_guid, Batch: copy.batch_guid })
        : null,
    isForForm: copy.form_sealed !== null && counts.done > 0,
  }
})

export const action = submit(routes.clouds.copy, 'user', {
  cancel: intent(buttonForm, async ({ user, params, services, visitor }) => {
    await services.clouds.copies.cancel(user, params.CopyGuid)
    return goWithNotice(visitor, href(routes.clouds.copy, params), 'Copying cancelled.', 'good')
  }),
  again: intent(buttonForm, async ({ user, params, services, visitor }) => {
    await services.clouds.copies.again({ ...(await visitor.identity()), user }, params.CopyGuid)
    return goWithNotice(visitor, href(routes.clouds.copy, params), 'Trying again.', 'good')
  }),
})

function isOver(state: CopyRow['state']): boolean {
  return state === 'done' || state === 'cancelled'
}

function countsText(counts: Readonly<Record<CopyItemRow['state'], number>>): string {
  const words = [`${counts.done.toLocaleString('en')} copied`]
  if (counts.waiting + counts.copying > 0)
    words.push(`${(counts.waiting + counts.copying).toLocaleString('en')} to go`)
  if (counts.failed > 0) words.push(`${counts.failed.toLocaleString('en')} not copied`)
  if (counts.skipped > 0) words.push(`${counts.skipped.toLocaleString('en')} skipped`)
  if (counts.cancelled > 0) words.push(`${counts.cancelled.toLocaleString('en')} cancelled`)
  return words.join(', ')
}

const stateLabels: Readonly<Record<CopyItemRow['state'], { words: string; tone: Tone }>> = {
  chosen: { words: 'Chosen', tone: 'soft' },
  waiting: { words: 'Waiting', tone: 'soft' },
  copying: { words: 'Copying', tone: 'soft' },
  done: { words: 'Copied', tone: 'good' },
  failed: { words: 'Not copied', tone: 'bad' },
  skipped: { words: 'Skipped', tone: 'soft' },
  cancelled: { words: 'Cancelled', tone: 'soft' },
}

function shownRow({ place, name, path, kind, bytes, state, note }: CopyItemRow) {
  return {
    place,
    name: kind === 'folder' ? `${name}/` : name,
    size: bytes === null ? '' : fileSize(bytes),
    ...stateLabels[state],
    note: [path === '' ? '' : `In ${path}`, note].filter((part) => part !== '').join('. '),
  }
}

export const meta = titled<typeof loader>(({ title }) => title)

export const handle = { hydrate: true }

export default function Copy() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AreaHead title={page.title} crumbs={[page.back]} facts={page.words} />
      <div className="stack">
        {page.state === 'copying' ? (
          <>
            <progress max={Math.max(1, page.all)} value={page.done} aria-label="Files copied" />
            <p className="small soft">
              {page.pausedUntil ? (
                <>
                  {page.cloud} asked for a pause. Copying continues automatically after{' '}
                  <Time {...page.pausedUntil} />.
                </>
              ) : (
                'You can leave this page: copying continues.'
              )}
            </p>
          </>
        ) : null}
        {page.state === 'disconnected' ? (
          <div className="note note-warn stack">
            <p>{page.cloud} is no longer connected. What was copied stays; connect again for the rest.</p>
            <p>
              <a className="btn" href={page.connect}>
                Connect again
              </a>
            </p>
          </div>
        ) : null}
        <div className="row">
          {page.notify ? (
            <a className="btn btn-main" href={page.notify}>
              Notify members
            </a>
          ) : null}{' '}
          {page.isForForm ? (
            <a className="btn btn-main" href={page.back.to}>
              Go on with the share
            </a>
          ) : null}{' '}
          {page.state === 'disconnected' || (page.failed > 0 && page.state !== 'cancelled') ? (
            <Form intent="again" answer={answer}>
              <Submit className="btn-quiet">{page.state === 'disconnected' ? 'Go on' : 'Try again'}</Submit>
            </Form>
          ) : null}{' '}
          {isOver(page.state) ? null : (
            <Form intent="cancel" answer={answer}>
              <Submit className="btn-quiet">Cancel copying</Submit>
            </Form>
          )}
        </div>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Status</th>
              <th scope="col" className="r">
                Size
              </th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map(({ place, name, size, words, tone, note }) => (
              <tr key={place}>
                <td className="nm">
                  <span className="name break">{name}</span> <p className="meta break">{note}</p>
                </td>
                <td>
                  <Badge tone={tone}>{words}</Badge>
                </td>
                <td className="r soft nowrap">{size}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="row">
          {page.earlier ? <a href={page.earlier}>Previous {counted(maxRows, 'item')}</a> : null}{' '}
          {page.later ? <a href={page.later}>Next {counted(maxRows, 'item')}</a> : null}
        </p>
      </div>
    </>
  )
}
