import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { counted } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import {
  action as submit,
  buttonForm,
  once,
  onceAMinute,
  type FormAnswer,
} from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { titled } from '#app/request/titled.ts'
import { QuestionPage, type Question } from '#app/operator/shared/question-page.tsx'

const acts: Record<string, Pick<Question, 'heading' | 'verb' | 'intent' | 'isBad' | 'lines'>> = {
  test: {
    heading: 'Send a test email?',
    verb: 'Send test email',
    intent: 'sendTestEmail',
    isBad: false,
    lines: [
      'It’s sent to your own address right away, ahead of the queue. The mail server’s answer is shown here.',
    ],
  },
  'send-again': {
    heading: 'Send this email again?',
    verb: 'Send again',
    intent: 'sendEmailAgain',
    isBad: false,
    lines: ['It’s sent unchanged, and retried for a day.'],
  },
  'send-waiting': {
    heading: 'Send the held emails?',
    verb: 'Send',
    intent: 'sendHeldEmails',
    isBad: false,
    lines: ['All emails held after a restore are sent, except expired codes and links.'],
  },
  'drop-waiting': {
    heading: 'Drop the held emails?',
    verb: 'Drop',
    intent: 'dropHeldEmails',
    isBad: true,
    lines: ['None of the emails held after a restore are sent.', 'This can’t be undone.'],
  },
}

/** Asks before something is done with emails as a whole. */
export const loader = load(
  routes.operator.emails.act,
  'operator',
  async ({ services, params, user, url }) => {
    const act = Object.hasOwn(acts, params.Act) ? acts[params.Act] : undefined
    if (!act) throw new Problem('notFound')
    const back = href(routes.operator.emails.index)
    if (act.intent === 'sendEmailAgain') {
      const lost = await services.operator.lostEmails.find(lostIn(url))
      return { ...act, about: lost?.email ?? '', isFor: lost?.canBeSent ?? false, back } satisfies Question
    }
    const isTest = act.intent === 'sendTestEmail'
    const held = isTest ? 0 : await services.operator.emails.countHeld()
    const question: Question = {
      ...act,
      about: isTest ? user.email : counted(held, 'held email'),
      isFor: isTest || held > 0,
      back,
    }
    return question
  },
)

/** Which of those that were given up an address means. */
function lostIn(url: URL): string {
  return (url.searchParams.get('email') ?? '').slice(0, 32)
}

export const action = submit(routes.operator.emails.act, 'operator', {
  sendTestEmail: onceAMinute(buttonForm, async ({ services, user, client, visitor }) => {
    const { commands, emails } = services.operator
    const reply = await commands.run({ user, client }, 'mail test', [user.email], () =>
      emails.test(user.email),
    )
    const notice = services.config.smtpUrl
      ? `The mail server accepted the email. It answered: ${reply}`
      : 'There’s no mail server: the email was written to the outbox folder.'
    return goWithNotice(visitor, href(routes.operator.emails.index), notice, 'good')
  }),
  sendEmailAgain: once(buttonForm, async ({ services, user, client, visitor, url }) => {
    const { commands, lostEmails } = services.operator
    const lost = await lostEmails.find(lostIn(url))
    const isSent = await commands.run({ user, client }, 'mail send-again', lost ? [lost.email] : [], () =>
      lostEmails.sendAgain(lostIn(url)),
    )
    const notice = isSent ? 'Email queued again.' : 'That email can’t be sent again.'
    return goWithNotice(visitor, href(routes.operator.emails.index), notice, isSent ? 'good' : 'warn')
  }),
  sendHeldEmails: once(buttonForm, async ({ services, user, client, visitor }) => {
    const { commands, emails } = services.operator
    const sent = await commands.run({ user, client }, 'mail send-waiting', [], () => emails.sendHeld())
    return goWithNotice(visitor, href(routes.operator.emails.index), `Emails sent: ${sent}.`, 'good')
  }),
  dropHeldEmails: once(buttonForm, async ({ services, user, client, visitor }) => {
    const { commands, emails } = services.operator
    const dropped = await commands.run({ user, client }, 'mail drop-waiting', [], () => emails.dropHeld())
    return goWithNotice(visitor, href(routes.operator.emails.index), `Emails dropped: ${dropped}.`, 'good')
  }),
})

export const meta = titled<typeof loader>(({ heading }) => `${heading} – Server`)

export default function ActOnEmails() {
  const question = useLoaderData<typeof loader>()
  const crumbs = [{ to: question.back, label: 'Email' }]
  return (
    <QuestionPage here="emails" crumbs={crumbs} question={question} answer={useActionData<FormAnswer>()} />
  )
}
