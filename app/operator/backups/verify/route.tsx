import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'

/** Asks before everything that is stored is checked, which takes a while. */
export const loader = load(routes.operator.backups.verify, 'operator', async ({ params }) => {
  const isQuick = requireHow(params.How) === 'quick'
  const question: Question = {
    heading: isQuick ? 'Start a quick check?' : 'Start a full check?',
    verb: 'Start check',
    intent: 'startCheck',
    isBad: false,
    about: isQuick
      ? 'Audit log, and the presence and length of every file'
      : 'Audit log, and every byte of every file',
    lines: [
      isQuick
        ? 'The audit log is read. For every file, only its presence and length are checked.'
        : 'The audit log and every file are read. With many files this takes hours, and keeps the disk busy.',
      'It runs in the background and changes nothing. Its result appears with the backups.',
    ],
    isFor: true,
    back: href(routes.operator.backups.index),
  }
  return question
})

export const action = submit(routes.operator.backups.verify, 'operator', {
  startCheck: once(buttonForm, async ({ services, user, client, params, visitor }) => {
    const isQuick = requireHow(params.How) === 'quick'
    const { commands, checks } = services.operator
    await commands.run({ user, client }, 'verify', isQuick ? ['--quick'] : [], () =>
      checks.ask(user.email, { isQuick }),
    )
    return goWithNotice(visitor, href(routes.operator.backups.index), 'Check started.', 'good')
  }),
})

function requireHow(how: string): 'quick' | 'full' {
  if (how === 'quick' || how === 'full') return how
  throw new Problem('notFound')
}

export const meta = titled<typeof loader>(({ heading }) => `${heading} – Server`)

export default function StartCheck() {
  const question = useLoaderData<typeof loader>()
  const crumbs = [{ to: question.back, label: 'Backups' }]
  return (
    <QuestionPage here="backups" crumbs={crumbs} question={question} answer={useActionData<FormAnswer>()} />
  )
}
