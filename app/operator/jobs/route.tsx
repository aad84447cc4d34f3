import { useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { afterIn, rowsShown, screenOf } from '#app/operator/shared/after.server.ts'
import { shownJob } from '#app/operator/shared/job-labels.server.ts'
import { JobTable } from '#app/operator/shared/job-table.tsx'
import { ListPager } from '#app/operator/shared/list-pager.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const most = 1000

/** The queue: what failed, or what waits and runs. Never what a job contains. */
export const loader = load(routes.operator.jobs.index, 'operator', async ({ user, services, url, now }) => {
  const { jobs } = services.operator
  const which = url.searchParams.get('show') === 'failed' ? 'failed' : 'waiting'
  const after = afterIn(url)
  const path = (next?: string) =>
    href(routes.operator.jobs.index, {}, { show: which === 'failed' ? which : undefined, after: next })
  const rows = await jobs.list(which, { limit: rowsShown + 1, after })
  const { shown, next } = screenOf(rows, {
    lastOf: ({ failedAt, runAt, guid }) => ({ at: failedAt ?? runAt, guid }),
    toNext: path,
  })
  const failed = await jobs.countFailed(most)
  return {
    jobs: shown.map((job) => shownJob(job, { timeZone: user.timeZone, now })),
    choices: [
      { label: 'Waiting', to: href(routes.operator.jobs.index), isHere: which === 'waiting' },
      {
        label: 'Failed',
        to: href(routes.operator.jobs.index, {}, { show: 'failed' }),
        isHere: which === 'failed',
        count: failed === 0 ? undefined : failed < most ? String(failed) : `${most - 1}+`,
      },
    ],
    isFailed: which === 'failed',
    first: after ? path() : null,
    next,
  }
})

export const meta = titled('Jobs – Server')

export default function Jobs() {
  const { jobs, choices, isFailed, first, next } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="jobs" />
      <h2 id="here" className="unseen">
        Jobs
      </h2>
      <div className="tools">
        <ChoiceLinks label="Show" choices={choices} />
      </div>
      {jobs.length === 0 ? (
        <p className="card empty">
          {isFailed
            ? 'Jobs that failed at every attempt appear here, for a week.'
            : 'Work done in the background appears here: emails, pages, exports.'}
        </p>
      ) : (
        <JobTable jobs={jobs} />
      )}
      <ListPager first={first} next={next} />
    </>
  )
}
