import { useActionData, useLoaderData } from '@remix-run/react'
import type { SerializeFrom } from '@remix-run/node'
import {
  asDownloadForm,
  changesForm,
  documentPasswordForm,
} from '#server/shares/versions/render-failure-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { ActivityTable } from '#app/ui/tables/activity-table.tsx'
import { SecurityBadge } from '#app/ui/badge.tsx'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { ErrorSummary } from '#app/ui/forms/form.tsx'
import { CopyLink } from '#app/shares/shared/copy-link.tsx'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { FoundInDocument } from '#app/ui/found-in-document.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { titled } from '#app/request/titled.ts'
import { Bars } from '#app/ui/charts/bars.tsx'
import { Curve } from '#app/ui/charts/curve.tsx'
import { Figure } from '#app/ui/charts/figure.tsx'
import { Hatching } from '#app/ui/charts/hatching.tsx'
import { ActivityFilterForm } from '#app/ui/tables/activity-filter-form.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { ReadingTable } from './reading-picture.tsx'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { RenderState, stateForms } from './render-state.tsx'
import { LanesTable } from '#app/ui/charts/lanes-table.tsx'
import { RecipientTable } from '#app/shares/share/shared/recipient-table.tsx'
import { action as submit, buttonForm, intent, onceAMinute } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { filterIn } from '#app/view-models/records/export-filter.server.ts'
import { versionIn } from '#app/view-models/reading.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { daysIn } from './share-figures.server.ts'
import { shareDetails } from './share-details.server.ts'

export const loader = load(
  routes.shares.details,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const range = {
      visits: pageNumber(context.url),
      people: pageNumber(context.url, 'people'),
      from: pageNumber(context.url, 'from'),
      isBusiest: context.url.searchParams.get('busiest') === '1',
      version: versionIn(context),
      days: daysIn(context.url),
      filter: filterIn(context.url, user.timeZone),
    }
    const details = await shareDetails(context, user, guid, range)
    const constraints = constraintsOf({ givePassword: documentPasswordForm })
    return { ...details, constraints }
  }),
)

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
  retry: onceAMinute(buttonForm, async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.renderFailures.retry(user, guid)
    const notice = 'The pages are being prepared again.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  givePassword: intent(documentPasswordForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.renderFailures.givePassword(user, guid, form.documentPassword)
    const notice = 'Document unlocked. Its pages are being prepared.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  showChanges: onceAMinute(changesForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.renderFailures.showChanges(user, guid, form.shows === 'yes')
    const notice = 'The pages are being prepared again.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
  asDownload: onceAMinute(asDownloadForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.renderFailures.sendAsDownload(user, guid, form.revision)
    const notice = 'Recipients can now download the original file, without a watermark.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
})

export { figuresSheet as links } from '#app/ui/charts/figures-sheet.ts'

export const meta = titled<typeof loader>((data) => data.name)

export default function Details() {
  const share = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // The pages may be ready by now, and what the menu sends has no place for an error: it is shown all the same.
  const isFormGone =
    answer !== undefined &&
    ![...stateForms(share.renderState), share.found?.changes ? 'showChanges' : ''].includes(answer.intent)
  return (
    <>
      <ShareHead head={share.head} here="Overview" />
      {isFormGone ? <ErrorSummary answer={answer} /> : null}
      {share.found ? <FoundInDocument found={share.found} answer={answer} /> : null}
      {share.renderState ? <RenderState state={share.renderState} answer={answer} /> : null}
      {share.untold ? (
        <p className={share.renderState?.versions ? 'note note-warn' : 'note'}>{share.untold}</p>
      ) : null}
      <div>
        <CopyLink link={share.link} />
        <CopyLinks />
      </div>
      <div className="row protection-line">
        <SecurityBadge
          level={share.security.level}
          note={share.security.note}
          words={`Security ${share.security.level}`}
        />{' '}
        <details className="protection">
          <summary className="small soft">{share.summary}</summary>
          <ul className="bullets small">
            {share.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>{' '}
        <a className="small" href={share.edit}>
          Change<span className="unseen"> protection</span>
        </a>
      </div>
      {share.message ? (
        <section className="section" aria-label="Your message">
          <Message text={share.message} />
        </section>
      ) : null}
      <div className="tools section">
        {share.versions.length > 0 ? <ChoiceLinks label="Version" choices={share.versions} /> : null}
        <ActivityFilterForm action={share.here} kept={share.kept} clear={share.clear} />
      </div>
      {share.keptSince ? (
        <p className="note">
          Activity before {share.keptSince} was erased, as this server does after a while. The figures begin
          there.
        </p>
      ) : null}
      <dl className="card strip">
        {share.totals.map(({ label, figure }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <Journey openings={share.openings} reach={share.reach} />
      {share.picture || share.lanes ? <Hatching /> : null}
      {share.picture ? <ReadingTable picture={share.picture} title={share.pictureTitle} /> : null}
      {share.days ? <ByDay days={share.days} /> : null}
      <section className="section">
        <header>
          <h2>Recipients</h2>{' '}
          {share.clear ? <span className="small soft">Of all time, for all versions</span> : null}{' '}
          {share.recipients.length > 0 ? <ExportLinks to={share.exportPeople} what="Recipients" /> : null}
        </header>
        {share.recipients.length > 0 ? (
          <RecipientTable recipients={share.recipients} />
        ) : (
          <p className="soft">{share.anyone}; no one was named.</p>
        )}
        <Pager label="Pages of recipients" {...share.peoplePager} />
      </section>
      <Visits {...share} />
      <Refusals refusals={share.refusals} activity={share.refused} />
    </>
  )
}

type Shown = SerializeFrom<typeof loader>

/** When it was opened first and last, and how far people read. */
function Journey({ openings, reach }: Pick<Shown, 'openings' | 'reach'>) {
  if (openings.length === 0 && !reach) return null
  return (
    <p className="small section journey">
      {openings.map(({ what, at, who }) => (
        <span key={what}>
          {what} <Time {...at} /> by {who} ·{' '}
        </span>
      ))}
      {reach ? <strong>{reach}</strong> : null}
    </p>
  )
}

/** How much happened on each of the last days. */
function ByDay({ days }: { days: NonNullable<Shown['days']> }) {
  const { bars, curve, keys, choice } = days
  return (
    <Figure
      id="by-day"
      title="By day"
      note={curve?.words}
      choice={<ChoiceLinks label="Days shown" choices={choice} />}
      keys={keys}
      table={bars?.table ?? curve?.table}
    >
      {bars ? <Bars bars={bars} /> : null}
      {curve ? <Curve id="by-day" curve={curve} /> : null}
    </Figure>
  )
}

/** Why attempts to open, print or download it were blocked. */
function Refusals({ refusals, activity }: Pick<Shown, 'refusals' | 'activity'>) {
  if (refusals.length === 0) return null
  return (
    <section className="section" aria-labelledby="blocked">
      <header>
        <h2 id="blocked">Blocked attempts</h2>{' '}
        <a className="push small" href={activity}>
          One by one
        </a>
      </header>
      <div className="list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col" className="r">
                Times
              </th>
              <th scope="col">By</th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ reason, count, people, last }) => (
              <tr key={reason}>
                <td className="break">{reason}</td>
                <td className="r" data-label="Times">
                  {count}
                </td>
                <td data-label="By">{people}</td>
                <td className="nowrap" data-label="Last">
                  <Time {...last} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

type VisitsProps = Pick<Shown, 'visits' | 'lanes' | 'activity' | 'exportVisits' | 'kinds' | 'clear'>

/** The visits, as a picture and line by line. */
function Visits({ visits, lanes, activity, exportVisits, kinds, clear }: VisitsProps) {
  return (
    <section className="section" aria-labelledby="visits">
      <header>
        <h2 id="visits">Visits</h2>
        {lanes ? (
          <span className="small soft"> {lanes.what} · larger dots are longer visits</span>
        ) : null}{' '}
        <a className="push small" href={activity}>
          All activity
        </a>{' '}
        {visits.rows.length > 0 ? <ExportLinks to={exportVisits} what="Visits" /> : null}
      </header>
      {/* Text browsers that do not know these elements set them on one line. */}{' '}
      {visits.rows.length > 0 || clear ? <ChoiceLinks label="Show" choices={kinds} /> : null}
      {lanes ? (
        <div className="card lanes-card">
          <LanesTable {...lanes} />
        </div>
      ) : null}
      {visits.rows.length > 0 ? (
        <ActivityTable events={visits.rows} column="Time" />
      ) : (
        <p className="soft">{clear ? 'Nothing of this kind.' : 'Not opened yet.'}</p>
      )}
      <Pager label="Pages of visits" {...visits.pager} />
      <p className="small soft section">
        Times marked “measured” come from the reader’s browser or program, which counts only while a page is
        visible and someone is there. Others are the time between two requests: how long the last page was
        read isn’t known, and doesn’t count. For video and audio, the parts that were sent count, each once.
      </p>
    </section>
  )
}
