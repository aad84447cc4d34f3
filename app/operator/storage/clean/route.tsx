import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { action as submit, buttonForm, once, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'

/** Asks before the daily cleanup is done now. */
export const loader = load(routes.operator.storage.clean, 'operator', async () => {
  const question: Question = {
    heading: 'Clean up now?',
    verb: 'Clean up',
    intent: 'cleanUp',
    isBad: false,
    about: 'Expired rows, and files and bytes that nothing uses',
    lines: [
      'The cleanup that runs once a day runs now, as a job: what has expired, files that were never shared, stored bytes that nothing refers to. Deleted shares and closed accounts are erased only when their time is up.',
      'It reads the whole storage, which takes a while. What it removed is in the server’s log.',
    ],
    isFor: true,
    back: href(routes.operator.storage.index),
  }
  return question
})

export const action = submit(routes.operator.storage.clean, 'operator', {
  cleanUp: once(buttonForm, async ({ services, user, client, visitor }) => {
    const { commands, cleanups } = services.operator
    await commands.run({ user, client }, 'gc', [], () => cleanups.ask())
    return goWithNotice(visitor, href(routes.operator.storage.index), 'Cleanup started.', 'good')
  }),
})

export const meta = titled<typeof loader>(({ heading }) => `${heading} – Server`)

export default function CleanUp() {
  const question = useLoaderData<typeof loader>()
  const crumbs = [{ to: question.back, label: 'Storage' }]
  return (
    <QuestionPage here="storage" crumbs={crumbs} question={question} answer={useActionData<FormAnswer>()} />
  )
}
