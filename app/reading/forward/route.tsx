import { useActionData, useLoaderData } from '@remix-run/react'
import { dateTime } from '#server/rules/text/format.ts'
import { forwardForm } from '#server/shares/requests/request-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { askIdentity } from '#app/view-models/reading.server.ts'

/** A recipient forwards the file, or asks its owner to approve someone. */
export const loader = load(routes.reading.forward, 'visitor', async ({ identity, ...context }) => {
  const { services, params, now } = context
  const guid = params.ShareGuid
  const { found, isImmediate, requests } = await services.viewing.forwarding
    .look(identity, guid)
    .catch((error: unknown) => askIdentity(context, error, guid))
  const timeZone = identity.user?.timeZone ?? 'UTC'
  return {
    guid,
    file: found.file.name,
    sender: found.sender,
    reader: found.email,
    isImmediate,
    constraints: constraintsOf({ forward: forwardForm }),
    requests: requests.map((row) => ({
      key: row.guid,
      who: row.name ? `${row.name} (${row.email})` : row.email,
      at: `${dateTime(row.created_at, timeZone)} (${timeZone.replaceAll('_', ' ')})`,
      state: states[row.status === 'Pending' && row.expires_at <= now ? 'Expired' : row.status],
      note: row.note,
    })),
  }
})

const states: Record<'Pending' | 'Approved' | 'Rejected' | 'Expired', { words: string; tone: Tone }> = {
  Pending: { words: 'Waiting for the sender', tone: 'warn' },
  Approved: { words: 'Approved', tone: 'good' },
  Rejected: { words: 'Not approved', tone: 'bad' },
  Expired: { words: 'Expired', tone: 'soft' },
}

export const action = submit(routes.reading.forward, 'visitor', {
  forward: once(forwardForm, async ({ form, identity, ...context }) => {
    const { visitor, services, client, params } = context
    const guid = params.ShareGuid
    const wanted = { email: form.email, name: form.name ?? '', reason: form.reason }
    const outcome = await services.viewing.forwarding
      .forward(identity, guid, wanted, client)
      .catch((error: unknown) => askIdentity(context, error, guid))
    const notice =
      outcome === 'added'
        ? 'Added. They’ll get an email with the link.'
        : 'Request sent. We’ll email you when the sender decides.'
    return goWithNotice(visitor, href(routes.reading.forward, { ShareGuid: guid }), notice, 'good')
  }),
})

export const meta = titled('Forward a file')

export default function Forward() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <p className="small">
        <a href={href(routes.reading.entry, { ShareGuid: page.guid })}>Back to the file</a>
      </p>
      <h1>Forward this file</h1>
      <p className="break">
        {page.file}, shared by {page.sender.name} ({page.sender.email})
      </p>
      <p>
        {page.isImmediate
          ? `${page.sender.name} lets you forward this file. The person you add gets access right away, confirms their address with a verification code, and has their own watermark and viewing time. ${page.sender.name} sees who forwarded it to whom.`
          : `${page.sender.name} decides who else can open this file. Enter who needs it and why, and we’ll email you the decision.`}
      </p>
      <Form intent="forward" answer={answer}>
        <EmailField label="Their email address" answer={answer} />
        <Field name="name" label="Name (optional)" autoComplete="off" answer={answer} />
        <Field
          name="reason"
          label="Why they need the file"
          hint="The sender sees this. No links or email addresses."
          rows={3}
          answer={answer}
        />
        <Submit className="btn-main wide">{page.isImmediate ? 'Forward' : 'Request approval'}</Submit>
      </Form>
      <p className="small soft">
        You’re reading as {page.reader} (<a href={href(routes.access.logout)}>not you?</a>).
      </p>
      {page.requests.length > 0 ? (
        <section className="stack">
          <h2>Your requests</h2>
          <ul className="stack">
            {page.requests.map(({ key, who, at, state, note }) => (
              <li key={key}>
                <span className="break">{who}</span> <Badge tone={state.tone}>{state.words}</Badge>
                <div className="small soft">{at}</div>
                {note ? (
                  <div className="small break">
                    {page.sender.name} wrote: {note}
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
