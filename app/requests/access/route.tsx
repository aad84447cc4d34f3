import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { dateTime } from '#server/rules/text/format.ts'
import { accessCodeForm, accessCodeRequestForm, accessForm } from '#server/shares/requests/request-forms.ts'
import { extraDays } from '#server/rules/sharing/requests.ts'
import { provedEmails } from '#server/accounts/identity.ts'
import { href, routes } from '#app/routes.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { CodeField, EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, proof, type FormAnswer, once } from '#app/request/action.server.ts'
import { canAskForTime } from '#app/view-models/ended.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'

/**
 * For someone who is not on the list: confirm an address, then request access. It says nothing about the file or its
 * owner, and looks the same whether there is such a file or not. A recipient whose access has ended asks for more days.
 */
export const loader = load(routes.requests.access, 'visitor', async ({ identity, ...context }) => {
  const { services, url } = context
  const guid = guidOf(context)
  const look = await services.viewing.pages.look(identity, guid)
  const late = look.found && canAskForTime(look.refusal, look.found) ? look.found.email : null
  // People who can open it need no request.
  if (
    look.found &&
    late === null &&
    look.found.policyFacts.relationship !== 'other' &&
    look.found.policyFacts.relationship !== 'unknown'
  )
    throw redirect(href(routes.reading.entry, { ShareGuid: guid }))
  const emails = late === null ? provedEmails(identity) : [late]
  const states = await Promise.all(
    emails.map((email) => services.viewing.accessRequests.stateOf(guid, email)),
  )
  const timeZone = identity.user?.timeZone ?? 'UTC'
  return {
    guid,
    /** How many more days can be asked for, by a recipient whose access has ended. */
    days: late === null ? null : extraDays,
    step: url.searchParams.get('step'),
    typed: url.searchParams.get('email') ?? '',
    emails: emails.filter((_, index) => mayAsk(states[index]!)),
    earlier: emails.flatMap((email, index) => linesOf(email, states[index]!, timeZone)),
    constraints: constraintsOf({ code: accessCodeRequestForm, prove: accessCodeForm, ask: accessForm }),
  }
})

type State = Awaited<ReturnType<RequestContext['services']['viewing']['accessRequests']['stateOf']>>

function mayAsk(state: State): boolean {
  return state.state === 'none' || (state.state === 'refused' && state.mayAsk)
}

function linesOf(email: string, state: State, timeZone: string): { email: string; words: string }[] {
  if (state.state === 'none') return []
  const zone = timeZone.replaceAll('_', ' ')
  if (state.state === 'waiting') {
    const words = `You asked on ${dateTime(state.requestedAt, timeZone)} (${zone}). We’ll email you when the sender decides.`
    return [{ email, words }]
  }
  const note = state.note ? ` Reason: ${state.note}` : ''
  if (state.againAt === null) return [{ email, words: `Your requests weren’t approved.${note}` }]
  const again = state.mayAsk
    ? 'You can ask again.'
    : `You can ask again after ${dateTime(state.againAt, timeZone)} (${zone}).`
  return [{ email, words: `Your request wasn’t approved.${note} ${again}` }]
}

function guidOf({ params }: RequestContext<{ ShareGuid: string }>): string {
  return params.ShareGuid
}

export const action = submit(routes.requests.access, 'visitor', {
  code: intent(accessCodeRequestForm, async ({ form, ...context }) => {
    await context.services.viewing.codes.askForRequest(context.client, guidOf(context), form.email)
    return href(routes.requests.access, { ShareGuid: guidOf(context) }, { step: 'code', email: form.email })
  }),
  prove: proof(accessCodeForm, async ({ form, ...context }) => {
    const { services, client, visitor } = context
    const email = await services.viewing.codes.prove(client, guidOf(context), form.email, form.code)
    const cookie = await visitor.cookies.reader.serialize(await services.viewing.readers.start(client, email))
    const target = href(routes.requests.access, { ShareGuid: guidOf(context) })
    return redirect(target, { status: 303, headers: { 'Set-Cookie': cookie } })
  }),
  ask: once(accessForm, async ({ form, identity, ...context }) => {
    const { services, client } = context
    const wanted = { email: form.email, name: form.name ?? '', message: form.message ?? '' }
    await services.viewing.accessRequests.ask(identity, guidOf(context), wanted, client)
    return href(routes.requests.access, { ShareGuid: guidOf(context) }, { step: 'asked' })
  }),
})

export const meta = titled('Request access')

export default function RequestAccess() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      {page.step === 'asked' ? (
        <Requested />
      ) : page.step === 'code' ? (
        <TypeCode {...page} answer={answer} />
      ) : page.emails.length + page.earlier.length === 0 ? (
        <TypeAddress typed={page.typed} answer={answer} />
      ) : (
        <Ask {...page} answer={answer} />
      )}
    </div>
  )
}

type Step = { answer: FormAnswer | undefined }

function TypeAddress({ typed, answer }: Step & { typed: string }) {
  return (
    <>
      <h1>You need access</h1>
      <p>
        This link is for people the sender chose. If you’re not one of them, you can request access. First,
        confirm your email address.
      </p>
      <Form intent="code" answer={answer}>
        <EmailField
          label="Your email address"
          hint="We’ll email you a six-digit code. Up to three codes a day."
          value={typed}
          enterKeyHint="send"
          answer={answer}
        />
        <Submit className="btn-main wide">Send code</Submit>
      </Form>
      <p className="small soft">The sender sees your address, your message, and your name if you give it.</p>
    </>
  )
}

function TypeCode({ guid, typed, answer }: Step & { guid: string; typed: string }) {
  return (
    <>
      <h1>Enter the verification code</h1>
      <p>
        If this link leads to a file you can request, we’ve sent a six-digit code to <strong>{typed}</strong>.
        It works for 15 minutes.
      </p>
      <Form intent="prove" answer={answer}>
        <input type="hidden" name="email" value={typed} />
        <CodeField enterKeyHint="go" answer={answer} />
        <Submit className="btn-main wide">Continue</Submit>
      </Form>
      <p className="small">
        <a href={href(routes.requests.access, { ShareGuid: guid })}>Use another address</a>
      </p>
    </>
  )
}

type AskProps = Step & { days: number | null; emails: string[]; earlier: { email: string; words: string }[] }

function Ask({ days, emails, earlier, answer }: AskProps) {
  const [title, done] =
    days === null
      ? ['Request access', 'Access requested']
      : [`Ask for ${days} more days`, 'More time requested']
  return (
    <>
      <h1>{emails.length > 0 ? title : done}</h1>
      {earlier.map(({ email, words }) => (
        <p key={email}>
          <strong className="break">{email}</strong>: {words}
        </p>
      ))}
      {emails.length > 0 ? (
        <Form intent="ask" answer={answer}>
          {emails.length === 1 ? (
            <>
              <input type="hidden" name="email" value={emails[0]} />
              <p>
                You’re asking as <strong className="break">{emails[0]}</strong> (
                <a href={href(routes.access.logout)}>not you?</a>).
              </p>
            </>
          ) : (
            <Choices
              name="email"
              legend="Request as"
              standard={emails.at(-1)!}
              options={emails.map((email) => ({ value: email, label: email }))}
              answer={answer}
            />
          )}
          {days === null ? (
            <Field name="name" label="Your name (optional)" autoComplete="name" answer={answer} />
          ) : null}
          <Field
            name="message"
            label="Message to the sender (optional)"
            hint={
              days === null
                ? 'Who you are and why you need the file. No web or email addresses.'
                : 'Why you need more time. No web or email addresses.'
            }
            rows={4}
            answer={answer}
          />
          <Submit className="btn-main wide">{title}</Submit>
        </Form>
      ) : null}
    </>
  )
}

/** The same whether there is anyone to ask or not. */
function Requested() {
  return (
    <>
      <h1>Request sent</h1>
      <p>
        If this link leads to a file you can request, its sender has 14 days to decide. We’ll email you either
        way.
      </p>
    </>
  )
}
