import { useActionData, useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { asDownloadForm, changesForm, documentPasswordForm } from '#server/shares/versions/unshown-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { ActivityTable } from '#app/ui/tables/activity-table.tsx'
import { Badge, SecurityBadge } from '#app/ui/badge.tsx'
import { ErrorSummary, Form, Submit } from '#app/ui/forms/form.tsx'
import { CopyLink } from '#app/shares/shared/copy-link.tsx'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { FoundInDocument } from '#app/ui/found-in-document.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { titled } from '#app/request/titled.ts'
import { PageBars } from './page-bars.tsx'
import { SharePlaces } from '#app/shares/share/shared/share-places.tsx'
import { RenderState, stateForms } from './render-state.tsx'
import { RecipientTable } from '#app/shares/share/shared/recipient-table.tsx'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { versionIn } from '#app/view-models/reading.server.ts'
import { sharePlaces } from '#app/shares/share/shared/share-places.server.ts'
import { shareDetails } from './share-details.server.ts'

export const loader = load(routes.shares.details, 'user', async ({ user, ...context }) => {
  const guid = context.params.ShareGuid
  const range = {
    visits: pageNumber(context.url),
    people: pageNumber(context.url, 'people'),
    version: versionIn(context),
  }
  const details = await shareDetails(context, user, guid, range)
  const constraints = constraintsOf({ givePassword: documentPasswordForm })
  return { ...details, places: await sharePlaces(context, user, guid), constraints }
})

export const action = submit(routes.shares.details, 'user', {
  unshare: intent(buttonForm, async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.sent.kill(user, guid)
    const notice = 'Unshared. Only you can open it now.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  shareAgain: intent(buttonForm, async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.sent.enable(user, guid)
    const notice = 'Shared again with the same people and protections.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  retry: intent(buttonForm, async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.unshown.retry(user, guid)
    const notice = 'The pages are being prepared again.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  givePassword: intent(documentPasswordForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.unshown.givePassword(user, guid, form.documentPassword)
    const notice = 'Document unlocked. Its pages are being prepared.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  showChanges: intent(changesForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.unshown.showChanges(user, guid, form.shows === 'yes')
    const notice = 'The pages are being prepared again.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  asDownload: intent(asDownloadForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.unshown.sendAsDownload(user, guid, form.revision)
    const notice = 'Recipients can now download the original file, without a watermark.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
})

export const meta = titled<typeof loader>((data) => data.name)

export default function Details() {
  const share = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const mainIntent = share.isKilled ? 'shareAgain' : 'unshare'
  // The pages may be ready by now: the error is shown although its form is gone.
  const isFormGone =
    answer !== undefined &&
    ![mainIntent, ...stateForms(share.renderState), share.found?.changes ? 'showChanges' : ''].includes(
      answer.intent,
    )
  return (
    <div className="stack-wide">
      <div className="head">
        <div className="stack">
          <p className="small">
            <a href={href(routes.shares.index)}>Sent files</a>
          </p>
          <h1>{share.name}</h1>
          <p className="row">
            <Badge tone={share.status.tone}>{share.status.words}</Badge>{' '}
            <SecurityBadge
              level={share.security.level}
              note={share.security.note}
              words={`Security ${share.security.level}`}
            />{' '}
            <span className="small soft">
              {share.description}, sent <time title={share.sentAt.title}>{share.sentAt.text}</time>
            </span>
          </p>
        </div>
        <div className="row">
          {share.viewHref ? (
            <a className="btn" href={share.viewHref}>
              Preview as recipient
            </a>
          ) : null}{' '}
          <Form intent={mainIntent} answer={answer} className="row">
            <Submit className={share.isKilled ? '' : 'btn btn-bad'}>
              {share.isKilled ? 'Share again' : 'Unshare'}
            </Submit>
          </Form>{' '}
          <a className="btn" href={share.deleteHref}>
            Delete
          </a>
        </div>
      </div>
      <SharePlaces places={share.places} here="Overview" />
      {isFormGone ? <ErrorSummary answer={answer} /> : null}
      {share.found ? <FoundInDocument found={share.found} answer={answer} /> : null}
      {share.renderState ? <RenderState state={share.renderState} answer={answer} /> : null}
      {share.untold ? (
        <p className={share.renderState?.versions ? 'note note-warn' : 'note'}>{share.untold}</p>
      ) : null}
      <section className="card stack">
        <h2>Protection</h2>
        <CopyLink link={share.link} />
        <CopyLinks />
        <ul className="bullets">
          {share.security.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          <li>{share.end}</li>
        </ul>
        {share.message ? <Message text={share.message} /> : null}
      </section>
      <section className="card stack">
        <h2>Totals</h2>
        <dl className="strip">
          {share.totals.map(({ label, figure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="figure">{figure}</dd>
            </div>
          ))}
        </dl>
        <VersionChoice versions={share.versions} />
        <PageBars pages={share.pages} method={share.pagesMethod} />
      </section>
      <section className="stack">
        <h2>Recipients</h2>
        {share.recipients.length > 0 ? (
          <>
            <p className="soft">
              Select a person to send the link again, remove their access or limit what they can do.
            </p>
            <RecipientTable recipients={share.recipients} />
          </>
        ) : (
          <p className="soft">{share.anyone}; no one was named.</p>
        )}
        <Pager label="Pages of recipients" {...share.peoplePager} />
      </section>
      <section className="stack">
        <h2>Visits</h2>
        {share.visits.rows.length > 0 ? (
          <ActivityTable events={share.visits.rows} column="Time" />
        ) : (
          <p className="soft">Not opened yet.</p>
        )}
        <Pager label="Pages of visits" {...share.visits.pager} />
        <p className="small soft">
          Reading times are estimated from the pages requested. Those marked “measured” come from the reader’s
          browser or program, which counts only while a page is visible and someone is there.
        </p>
      </section>
    </div>
  )
}

type Choice = { name: string; to: string; isChosen: boolean }

/** Pages are counted for each version separately. */
function VersionChoice({ versions }: { versions: Choice[] }) {
  if (versions.length === 0) return null
  return (
    <nav className="row small" aria-label="Pages by version">
      <span className="soft">Pages of</span>{' '}
      {versions.map(({ name, to, isChosen }) => (
        <Fragment key={name}>
          <a href={to} aria-current={isChosen ? 'true' : undefined}>
            {name}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
