import { useActionData, useLoaderData } from '@remix-run/react'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { productName } from '#server/rules/product/product.ts'
import { shareCode } from '#server/rules/reading/visit-code.ts'
import type { ActivityPage, Topic } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import { ActivityTable } from '#app/ui/tables/activity-table.tsx'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { ActivityFilterForm } from '#app/ui/tables/activity-filter-form.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { titled } from '#app/request/titled.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { filterIn } from '#app/view-models/records/export-filter.server.ts'
import { listedEvent } from '#app/view-models/lists/listed-activity.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { lookedAtTogether } from '#app/view-models/looked-at.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'

const topics: { topic: Topic; name: string }[] = [
  { topic: 'reading', name: 'Reading' },
  { topic: 'changes', name: 'Changes' },
  { topic: 'mail', name: 'Email' },
  { topic: 'refusals', name: 'Blocked' },
  { topic: 'previews', name: 'Previews' },
]

export const loader = load(
  routes.shares.activity,
  'user',
  orTrash(async ({ user, ...context }) => {
    const { services, url, params } = context
    const guid = params.ShareGuid
    const { query: kept, ...filter } = filterIn(url, user.timeZone)
    const { topic } = filter
    const range = { ...filter, before: numberIn(url, 'before'), after: numberIn(url, 'after') }
    const { share, ...page } = await services.shares.activity.page(user, guid, {
      ...range,
      pageSize: rowsOnScreen,
    })
    const here = (query: Record<string, string | number | undefined>) =>
      href(routes.shares.activity, { ShareGuid: guid }, { ...kept, ...query })
    const exported = (format?: 'csv') => href(routes.shares.export, { ShareGuid: guid }, { ...kept, format })
    return {
      name: share.name,
      trace: href(routes.shares.watermarkLookup, {}, { code: shareCode(guid) }),
      head: await shareHead(context, user, share),
      topics: [
        { label: 'All', to: here({ about: undefined }), isHere: topic === null },
        ...topics.map((one) => ({
          label: one.name,
          to: here({ about: one.topic }),
          isHere: one.topic === topic,
        })),
      ],
      versions: versionsOf(share.version, kept.version, (version) =>
        here({ version: version === null ? undefined : version }),
      ),
      events: lookedAtTogether(page.rows).map((row) => listedEvent(row, user.timeZone, context.now)),
      pager: pagerOf(page, here),
      kept,
      here: href(routes.shares.activity, { ShareGuid: guid }),
      clear:
        kept.person || kept.since || kept.until || kept.version
          ? href(routes.shares.activity, { ShareGuid: guid })
          : null,
      exportTo: { xlsx: exported(), csv: exported('csv') },
    }
  }),
)

/** The reading of which version is listed; none if there is only one. */
function versionsOf(newest: number, chosen: string | undefined, to: (version: number | null) => string) {
  if (newest < 2) return []
  const numbers = Array.from({ length: newest }, (_, at) => newest - at)
  return [
    { label: 'All versions', to: to(null), isHere: chosen === undefined },
    ...numbers.map((number) => ({
      label: `Version ${number}`,
      to: to(number),
      isHere: chosen === String(number),
    })),
  ]
}

/** The event that a page begins beside; null for anything else. */
function numberIn(url: URL, name: string): number | null {
  const number = Number(url.searchParams.get(name) ?? '')
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

function pagerOf({ rows, hasNewer, hasOlder }: ActivityPage, to: (query: Record<string, number>) => string) {
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    previous: hasNewer && first ? to({ after: first.sequence }) : null,
    next: hasOlder && last ? to({ before: last.sequence }) : null,
    where: first && last ? `Records ${first.sequence}–${last.sequence}` : '',
  }
}

export const action = submit(routes.shares.activity, 'user', {
  check: intent(buttonForm, async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const broken = await context.services.shares.activity.check(user, guid)
    const here = href(routes.shares.activity, { ShareGuid: guid })
    if (broken === null)
      return goWithNotice(
        context.visitor,
        here,
        'The audit log is intact: no record was changed, removed or moved.',
        'good',
      )
    const notice = `The audit log is broken at record ${broken}: that record or a later one was changed, removed or moved outside ${productName}. Contact your administrator.`
    return goWithNotice(context.visitor, here, notice, 'bad')
  }),
})

export const meta = titled<typeof loader>((data) => `Activity of ${data.name}`)

export default function Activity() {
  const { head, events, pager, ...share } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <ShareHead head={head} here="Activity" />
      <div className="stack-wide">
        <section aria-label="Records">
          <div className="tools">
            <ChoiceLinks label="Show" choices={share.topics} />{' '}
            {share.versions.length > 0 ? <ChoiceLinks label="Version" choices={share.versions} /> : null}{' '}
            <ActivityFilterForm action={share.here} kept={share.kept} clear={share.clear} />
            <ExportLinks to={share.exportTo} what="These records" />
          </div>
          {events.length > 0 ? (
            <ActivityTable events={events} column="Record" />
          ) : (
            <p className="soft">No records of this kind.</p>
          )}
          <Pager label="Pages of records" {...pager} />
        </section>
        <div className="two">
          <section className="card stack">
            <h3>Audit log</h3>
            <p className="soft">
              Each record contains a fingerprint of the one before it, so none can be changed, removed or
              moved without a trace.
            </p>
            <Form intent="check" answer={answer}>
              <Submit className="btn-quiet">Check all records</Submit>
            </Form>
          </section>
          <section className="card stack">
            <h3>Found a leaked page?</h3>
            <p className="soft">The watermark shows who viewed it.</p>
            <p>
              <a className="btn" href={share.trace}>
                Who leaked this?
              </a>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}
