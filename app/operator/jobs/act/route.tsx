import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'
import { jobName } from '#app/operator/shared/job-labels.server.ts'

const acts = {
  retry: {
    heading: 'Run this job now?',
    verb: 'Run now',
    intent: 'retryJob',
    isBad: false,
    lines: ['It runs as soon as possible, with all its attempts. Nothing is done twice.'],
  },
  drop: {
    heading: 'Drop this job?',
    verb: 'Drop',
    intent: 'dropJob',
    isBad: true,
    lines: [
      'It won’t run any more, and counts as failed: an email isn’t sent, a file’s pages can’t be displayed.',
      'This can’t be undone.',
    ],
  },
} as const

/** Asks before a job is run again or dropped. */
export const loader = load(routes.operator.jobs.act, 'operator', async ({ services, params }) => {
  if (!Object.hasOwn(acts, params.Act)) throw new Problem('notFound')
  const job = await services.operator.jobs.find(params.Job)
  const { lines, ...act } = acts[params.Act as keyof typeof acts]
  const question: Question = {
    ...act,
    about: job ? [jobName(job), job.email].filter(Boolean).join(', ') : '',
    lines: [...lines],
    isFor: job !== null && job.state !== 'running',
    back: href(routes.operator.jobs.index),
  }
  return question
})

export const action = submit(routes.operator.jobs.act, 'operator', {
  retryJob: once(buttonForm, async ({ services, user, client, params, visitor }) => {
    const isDone = await services.operator.commands.run({ user, client }, 'job retry', [params.Job], () =>
      services.operator.jobs.retry(params.Job),
    )
    const notice = isDone ? 'Job runs now.' : 'That job is running, or already done.'
    return goWithNotice(visitor, href(routes.operator.jobs.index), notice, isDone ? 'good' : 'warn')
  }),
  dropJob: once(buttonForm, async ({ services, user, client, params, visitor }) => {
    const isDone = await services.operator.commands.run({ user, client }, 'job drop', [params.Job], () =>
      services.jobs.drop(params.Job, 'Dropped by an administrator'),
    )
    const notice = isDone ? 'Job dropped.' : 'That job is running, or already done.'
    return goWithNotice(visitor, href(routes.operator.jobs.index), notice, isDone ? 'good' : 'warn')
  }),
})

export const meta = titled<typeof loader>(({ heading }) => `${heading} – Server`)

export default function ActOnJob() {
  const question = useLoaderData<typeof loader>()
  const crumbs = [{ to: question.back, label: 'Jobs' }]
  return <QuestionPage here="jobs" crumbs={crumbs} question={question} answer={useActionData<FormAnswer>()} />
}
