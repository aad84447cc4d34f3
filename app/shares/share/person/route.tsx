import { useActionData, useLoaderData } from '@remix-run/react'
import { readExpiryDate } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { dateValues } from '#server/shares/sending/form-values.ts'
import { isOpenTo } from '#server/shares/people/ends.ts'
import { readableAs } from '#server/shares/sending/readable.ts'
import { ownEndForm, viewOnlyForm } from '#server/shares/people/person-forms.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import {
  action as submit,
  buttonForm,
  intent,
  type FormAnswer,
  onceAMinute,
} from '#app/request/action.server.ts'
import { personFacts } from '#app/shares/share/shared/listed-people.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'
import { untoldPerson } from '#app/view-models/untold.server.ts'

export const loader = load(
  routes.shares.person,
  'user',
  orTrash(async ({ user, ...context }) => {
    const { share: guid, recipient } = namesIn(context)
    const { services, now } = context
    const { share, person } = await services.shares.people.find(user, guid, recipient)
    const { perRecipient } = await services.tracking.readings(guid)
    const reading = perRecipient.find(({ email }) => email === person.email)
    const none = { expiryDate: '', expiryTime: '' }
    return {
      head: await shareHead(context, user, share),
      person: person.name || person.email,
      reading: href(routes.shares.details, { ShareGuid: guid }, { person: person.email }),
      facts: personFacts(person, share, reading, user.timeZone, now),
      isRevoked: person.revoked_at !== null,
      isUntold: person.held_at !== null,
      isOpen: isOpenTo({ share, person }, now),
      isViewOnly: person.is_view_only === 1,
      isDownload: readableAs(share) === 'download',
      mayResetPrints: person.prints_spent > 0,
      end: person.expires_at === null ? none : dateValues(person.expires_at, user.timeZone),
      timeZone: user.timeZone,
    }
  }),
)

type Here = RequestContext<ParametersOf<'shares.person'>>

function namesIn({ params }: Here): { share: string; recipient: string } {
  return { share: params.ShareGuid, recipient: params.Recipient }
}

async function backWith(context: Here, notice: string): Promise<Response> {
  const { share, recipient } = namesIn(context)
  return goWithNotice(
    context.visitor,
    href(routes.shares.person, { ShareGuid: share, Recipient: recipient }),
    notice,
    'good',
  )
}

export const action = submit(routes.shares.person, 'user', {
  sendAgain: onceAMinute(buttonForm, async ({ user, ...context }) => {
    const { share, recipient } = namesIn(context)
    const { people: recipients } = context.services.shares
    await recipients.sendAgain(user, share, recipient)
    const found = await recipients.find(user, share, recipient)
    const isHeld = untoldPerson(found.person, found.share, context.now) !== null
    return backWith(
      context,
      isHeld ? 'They’ll get the link once they can view or download the file.' : 'Link sent again.',
    )
  }),
  revoke: intent(buttonForm, async ({ user, ...context }) => {
    const { share, recipient } = namesIn(context)
    await context.services.shares.people.revoke(user, share, recipient)
    return backWith(context, 'Access removed. It ends with the next page.')
  }),
  restore: intent(buttonForm, async ({ user, ...context }) => {
    const { share, recipient } = namesIn(context)
    const { people: recipients } = context.services.shares
    const { person } = await recipients.find(user, share, recipient)
    await recipients.restore(user, share, recipient)
    const mail =
      person.held_at === null ? 'No email was sent.' : 'They’ll get the email they haven’t had yet.'
    return backWith(context, `Access restored. ${mail}`)
  }),
  resetPrints: intent(buttonForm, async ({ user, ...context }) => {
    const { share, recipient } = namesIn(context)
    await context.services.shares.people.resetPrints(user, share, recipient)
    return backWith(context, 'Print count reset.')
  }),
  setViewOnly: intent(viewOnlyForm, async ({ form, user, ...context }) => {
    const { share, recipient } = namesIn(context)
    const { isViewOnly } = form
    await context.services.shares.people.setViewOnly(user, share, recipient, isViewOnly)
    const may = 'This person can do what the share allows.'
    return backWith(context, isViewOnly ? 'This person can view, but not download or print.' : may)
  }),
  setEnd: intent(ownEndForm, async ({ form, user, ...context }) => {
    const { share, recipient } = namesIn(context)
    const { people: recipients } = context.services.shares
    const { person } = await recipients.find(user, share, recipient)
    const expiresAt = endIn(form, person.expires_at, user.timeZone, context.now)
    await recipients.setEnd(user, share, recipient, expiresAt)
    return backWith(context, expiresAt === null ? 'Personal end date removed.' : 'Personal end date saved.')
  }),
})

type EndForm = { expiryDate?: string | undefined; expiryTime?: string | undefined }

/** The moment that is meant; an unchanged one stays. Throws a Problem on the field at fault. */
function endIn(form: EndForm, before: number | null, timeZone: string, now: number): number | null {
  const typed = { date: form.expiryDate?.trim() ?? '', time: form.expiryTime?.trim() ?? '' }
  if (typed.date === '' && typed.time === '') return null
  const shown = before === null ? null : dateValues(before, timeZone)
  if (shown && shown.expiryDate === typed.date && shown.expiryTime === typed.time) return before
  const read = readExpiryDate({ ...typed, timeZone }, now)
  if ('expiresAt' in read) return read.expiresAt
  const field = read.field === 'date' ? 'expiryDate' : 'expiryTime'
  throw new Problem('badForm', { field, text: read.refused })
}

export const meta = titled<typeof loader>((data) => data.person)

export default function Person() {
  const { head, person, facts, ...may } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <ShareHead head={head} here={person} />
      <div className="cols">
        <section className="card stack" aria-labelledby="here">
          <Facts facts={facts} />
          <p>
            <a href={may.reading}>Pages and visits of this person</a>
          </p>
        </section>
        <div className="stack">
          <section className="card stack">
            <h3>Access</h3>
            {may.isRevoked ? (
              <OneButton
                intent="restore"
                label="Restore access"
                hint={
                  may.isUntold
                    ? 'They’ll get the email they haven’t had yet, with the same settings as before.'
                    : 'No email is sent. Their earlier settings apply again.'
                }
                answer={answer}
              />
            ) : (
              <OneButton
                intent="revoke"
                label="Remove access"
                hint="Access ends with the next page. You can restore it later."
                tone="btn-bad"
                answer={answer}
              />
            )}
            {may.isOpen ? (
              <OneButton
                intent="sendAgain"
                label="Send link again"
                hint="The same email again, up to three times an hour."
                answer={answer}
              />
            ) : null}
          </section>
          <section className="card stack">
            <h3 id="restrict">For this person only</h3>
            <Form intent="setViewOnly" answer={answer}>
              <input type="hidden" name="isViewOnly" value={may.isViewOnly ? 'no' : 'yes'} />
              <p className="hint">
                {may.isViewOnly
                  ? 'This person can view, but not download or print, whatever the share allows.'
                  : 'This person can do what the share allows.'}
                {may.isDownload ? ` ${nothingToRead[may.isViewOnly ? 'is' : 'would be']}` : ''}
              </p>{' '}
              <Submit className="btn-quiet">
                {may.isViewOnly ? 'Use the share’s settings' : 'Make view only'}
              </Submit>
            </Form>
            {may.mayResetPrints ? (
              <OneButton
                intent="resetPrints"
                label="Reset print count"
                hint="They can print up to their limit again. The reset is recorded."
                answer={answer}
              />
            ) : null}
            <Form intent="setEnd" answer={answer}>
              <Field
                name="expiryDate"
                label="Last day for this person (optional)"
                hint="Before the share ends. Leave empty for none."
                type="date"
                className="in-short"
                value={may.end.expiryDate}
                answer={answer?.intent === 'setEnd' ? answer : undefined}
              />
              <Field
                name="expiryTime"
                label="Time (optional)"
                hint={`Time zone ${may.timeZone}. Leave empty for the end of that day.`}
                type="time"
                className="in-short"
                value={may.end.expiryTime}
                answer={answer?.intent === 'setEnd' ? answer : undefined}
              />
              <Submit className="btn-quiet">Set end date</Submit>
            </Form>
          </section>
        </div>
      </div>
    </>
  )
}

const nothingToRead = {
  is: 'The file can only be downloaded, so they can’t open it.',
  'would be': 'The file can only be downloaded, so they couldn’t open it.',
}

type ButtonProps = {
  intent: string
  label: string
  hint: string
  tone?: string
  answer: FormAnswer | undefined
}

function OneButton({ intent: name, label, hint, tone = 'btn-quiet', answer }: ButtonProps) {
  return (
    <Form intent={name} answer={answer}>
      <p className="hint">{hint}</p> <Submit className={tone}>{label}</Submit>
    </Form>
  )
}
