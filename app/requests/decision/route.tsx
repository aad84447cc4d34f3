import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { User } from '#server/accounts/accounts.ts'
import { day, expiryText, localDate } from '#server/rules/sharing/expiry.ts'
import { isShown } from '#server/rules/files/files.ts'
import { recentTime, shownTime } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { grantedChoices, type Decision as DecisionKind } from '#server/rules/sharing/requests.ts'
import { securityLabel, shownAs } from '#server/rules/sharing/security.ts'
import { approveForm, endIn, rejectForm } from '#server/shares/requests/request-forms.ts'
import type { RequestKey } from '#server/shares/requests/requests.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer, once } from '#app/request/action.server.ts'
import { outcomeOf } from '#app/view-models/lists/listed-requests.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { requireUser } from '#app/request/sign-in/signed-in.server.ts'

/**
 * One answer to one request: for anyone with the emailed link, or the owner signed in. Opening it decides nothing;
 * deciding again shows what was decided.
 */
export const loader = load(routes.requests.decision, 'link', async (context) => {
  const key = keyIn(context)
  const actor = await actorOf(context, key)
  const found = await context.services.shares.requests.look(actor, key)
  // An emailed link that is too old: the owner decides signed in.
  if (!found) throw redirect(listPath(key))
  const { request, share } = found
  const { time_zone: timeZone, protections } = share
  const shown = shownAs(share.kind, isShown(share.kind, share.render_error))
  const { destructSeconds, expiresAt } = protections
  const end = expiryText(
    { status: share.status, destructSeconds, expiresAt, firstViewedAt: null },
    context.now,
  )
  return {
    decision: key.decision,
    isUndecided: request.status === 'Pending',
    isApproved: request.status === 'Approved',
    outcome: outcomeOf(request),
    decidedAt: request.decided_at === null ? null : shownTime(request.decided_at, timeZone),
    person: { email: request.email, name: request.name },
    days: request.extra_days,
    requestedBy: request.asker_email,
    reason: request.reason,
    requestedAt: recentTime(request.created_at, timeZone, context.now),
    file: request.share_name,
    protections: [...securityLabel(protections, [shown]).reasons, `${end}.`],
    isDownload: shown === 'download' || !protections.isWebView,
    timeZone,
    tomorrow: localDate(context.now + day, timeZone),
    list: actor ? listPath(key) : null,
  }
})

type Here = RequestContext<ParametersOf<'requests.decision'>>

const kinds: Record<string, RequestKey['kind']> = { forward: 'forward', request: 'access' }

function keyIn({ params, url }: Here): RequestKey {
  const { What, Decision, ShareGuid } = params
  const kind = Object.hasOwn(kinds, What) ? kinds[What] : undefined
  if (!kind || (Decision !== 'approve' && Decision !== 'reject')) throw new Problem('notFound')
  const requestGuid = url.searchParams.get('request')
  return { shareGuid: ShareGuid, kind, decision: Decision, token: url.searchParams.get('t'), requestGuid }
}

/** The emailed link is enough; without one, the owner must be signed in. */
async function actorOf(context: RequestContext, key: RequestKey): Promise<User | null> {
  if (key.token !== null) return context.visitor.user()
  const user = await requireUser(context)
  if (key.requestGuid === null) throw redirect(listPath(key))
  return user
}

function listPath({ shareGuid }: RequestKey): string {
  return href(routes.shares.requests, { ShareGuid: shareGuid })
}

export const action = submit(routes.requests.decision, 'link', {
  approve: once(approveForm, async ({ form, ...context }) => {
    const key = deciding(context, 'approve')
    const actor = await actorOf(context, key)
    const found = await context.services.shares.requests.look(actor, key)
    if (!found) throw new Problem('linkUsedUp')
    const endsAt = endIn(form, found.share.time_zone, context.now)
    await context.services.shares.requests.approve(
      actor,
      key,
      { granted: form.granted, endsAt },
      context.client,
    )
    return context.url.pathname + context.url.search
  }),
  reject: once(rejectForm, async ({ form, ...context }) => {
    const key = deciding(context, 'reject')
    const actor = await actorOf(context, key)
    await context.services.shares.requests.reject(actor, key, form.note ?? '', context.client)
    return context.url.pathname + context.url.search
  }),
})

/** A form does what the address of its page says, and nothing else. */
function deciding(context: Here, decision: DecisionKind): RequestKey {
  const key = keyIn(context)
  if (key.decision !== decision) throw new Problem('badForm')
  return key
}

export const meta = titled('Access request')

export default function Decision() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { person, requestedBy } = page
  const who = person.name ? `${person.name} (${person.email})` : person.email
  return (
    <div className="card stack">
      <p className="soft">{requestedBy ? `${requestedBy} requests access for someone` : 'Access request'}</p>
      <h1 className="break">{headingOf(page, person.email)}</h1>
      <dl className="facts">
        <Fact label="For">{who}</Fact>
        {requestedBy ? <Fact label="Requested by">{requestedBy}</Fact> : null}
        <Fact label="File">{page.file}</Fact>
        <Fact label="Requested">
          <Time {...page.requestedAt} />
        </Fact>
        {page.reason ? <Fact label="Reason">{page.reason}</Fact> : null}
      </dl>
      {page.isUndecided ? (
        <>
          <h2>How this file is protected</h2>
          <ul className="bullets">
            {page.protections.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {page.decision === 'approve' ? <Approve {...page} answer={answer} /> : <Reject answer={answer} />}
        </>
      ) : (
        <p>
          <Badge tone={page.outcome.tone}>{page.outcome.words}</Badge>
          {page.decidedAt ? ` on ${page.decidedAt.text}. ` : ' '}
          {page.isApproved
            ? 'The person who asked gets an email as soon as they can open the file.'
            : 'The person who asked was notified by email.'}{' '}
          Opening this link again changes nothing.
        </p>
      )}
      {page.list ? (
        <p className="small">
          <a href={page.list}>All requests for this file</a>
        </p>
      ) : null}
    </div>
  )
}

type Heading = { isUndecided: boolean; decision: string; days: number | null }

function headingOf({ isUndecided, decision, days }: Heading, email: string): string {
  if (!isUndecided) return 'This request has been decided'
  if (days !== null)
    return decision === 'approve' ? `Give ${email} ${days} more days?` : `Reject more time for ${email}?`
  return decision === 'approve' ? `Give ${email} access?` : `Reject access for ${email}?`
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="break">{children}</dd>
    </div>
  )
}

type ApproveProps = {
  days: number | null
  answer: FormAnswer | undefined
  timeZone: string
  tomorrow: string
  isDownload: boolean
}

function Approve({ days, answer, timeZone, tomorrow, isDownload }: ApproveProps) {
  return (
    <Form intent="approve" answer={answer}>
      {days === null ? (
        <Choices
          name="granted"
          legend="What they can do"
          options={isDownload ? grantedOfDownload : grantedChoices}
          standard={isDownload ? 'same' : 'view'}
          answer={answer}
        />
      ) : null}
      <Field
        name="endDate"
        label="Last day (optional)"
        hint={
          days === null
            ? `From tomorrow (${tomorrow}). The file’s own end date still applies.`
            : `From tomorrow (${tomorrow}). Leave empty for ${days} days from now. No one else’s access changes.`
        }
        type="date"
        className="in-short"
        answer={answer}
      />
      <Field
        name="endTime"
        label="Time (optional)"
        hint={`Time zone ${timeZone}. Leave empty for the end of that day.`}
        type="time"
        className="in-short"
        answer={answer}
      />
      <Submit className="btn-main wide">Approve</Submit>
    </Form>
  )
}

/** People who can only read get nothing of what can only be downloaded. */
const grantedOfDownload = grantedChoices.map((choice) =>
  choice.value === 'view'
    ? { ...choice, hint: 'This file can only be downloaded, so they couldn’t open it.' }
    : choice,
)

function Reject({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <Form intent="reject" answer={answer}>
      <Field
        name="note"
        label="Reason (optional)"
        hint="They see this. Without a reason, they only learn that the request wasn’t approved."
        rows={3}
        answer={answer}
      />
      <Submit className="btn-bad wide">Reject</Submit>
    </Form>
  )
}
