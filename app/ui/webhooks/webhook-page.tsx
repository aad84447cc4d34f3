import type { ReactNode } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { ShownLog } from '#app/view-models/webhooks/webhook-log.server.ts'
import type { WebhooksData } from '#app/view-models/webhooks/webhooks-tab.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { KindFields } from './kind-fields.tsx'

type Hook = NonNullable<WebhooksData['hook']>
type Answered = { answer: FormAnswer | undefined }
type Props = Answered & { data: WebhooksData & { hook: Hook } }

/** One webhook: its state, what it is sent, and what was sent. */
export function WebhookPage({ data: { hook, here, groups, log, ask }, answer }: Props) {
  if (ask === 'remove' || ask === 'secret') return <AskOnceMore hook={hook} ask={ask} answer={answer} />
  return (
    <>
      <p className="above-list">
        <a href={here}>All webhooks</a>
      </p>
      <SetRow
        title={hook.url}
        words={
          <>
            Added <Time {...hook.created} />
          </>
        }
      >
        <p>
          <Badge tone={hook.state.tone}>{hook.state.text}</Badge>
        </p>
        {hook.failing ? (
          <p className="note note-warn">
            It has failed since <Time {...hook.failing} />. Sending is retried; after five days it’s turned
            off.
          </p>
        ) : null}
        {hook.oldSecretEnds ? (
          <p className="small soft">
            Requests are also signed with the previous secret until <Time {...hook.oldSecretEnds} />.
          </p>
        ) : null}
        <ActForm hook={hook} answer={answer}>
          {hook.isOn ? <Submit name="act">Send a test event</Submit> : <Submit name="act">Turn on</Submit>}{' '}
          {hook.isOn ? (
            <>
              <Submit name="act" className="btn-quiet">
                Turn off
              </Submit>{' '}
            </>
          ) : null}
          <Submit name="act" className="btn-quiet">
            Create new secret …
          </Submit>{' '}
          <Submit name="act" className="btn-bad">
            Remove …
          </Submit>
        </ActForm>
      </SetRow>
      {log ? <Log log={log} /> : null}
      <SetRow title="Kinds of events" words={hook.counted}>
        <Form intent="webhookKinds" action={hook.to} answer={answerTo(answer, 'webhookKinds')}>
          <input type="hidden" name="hook" value={hook.guid} />
          <KindFields groups={groups} chosen={hook.kinds} answer={answerTo(answer, 'webhookKinds')} />
          <Submit>Save</Submit>
        </Form>
      </SetRow>
    </>
  )
}

function Log({ log: { rows, newest, older } }: { log: ShownLog }) {
  return (
    <SetRow title="Sent" words="The last 30 days, newest first.">
      {rows.length === 0 ? <p className="soft">Nothing sent yet.</p> : null}
      <ul className="lines">
        {rows.map(({ to, kind, label, state, outcome, created }) => (
          <li key={to}>
            <div className="grow">
              <p>
                <a href={to}>{label}</a> <span className="small soft">{kind}</span>
              </p>
              <p className="small soft">
                <Time {...created} /> · {outcome}
              </p>
            </div>
            <Badge tone={state.tone}>{state.text}</Badge>
          </li>
        ))}
      </ul>
      {newest || older ? (
        <nav className="pager" aria-label="Sent events">
          {newest ? <a href={newest}>Newest</a> : null}{' '}
          {older ? (
            <a rel="next" href={older}>
              Older
            </a>
          ) : null}
        </nav>
      ) : null}
    </SetRow>
  )
}

function AskOnceMore({ hook, ask, answer }: Answered & { hook: Hook; ask: 'remove' | 'secret' }) {
  const isRemoval = ask === 'remove'
  return (
    <div className="measure card stack-wide">
      <h2 className="break">
        {isRemoval ? `Remove the webhook to ${hook.url}?` : `Create a new secret for ${hook.url}?`}
      </h2>
      <p>
        {isRemoval
          ? 'Nothing is sent there any more, and the record of what was sent is deleted.'
          : 'For 24 hours, requests are signed with both secrets. Give the new one to your program in that time.'}
      </p>
      {isRemoval ? (
        <ActForm hook={hook} answer={answer}>
          <Submit name="act" className="btn-bad">
            Remove webhook
          </Submit>{' '}
          <a href={hook.to}>Cancel</a>
        </ActForm>
      ) : (
        <Form intent="renewWebhookSecret" action={hook.to} answer={answer} className="row">
          <input type="hidden" name="hook" value={hook.guid} />
          <Submit>Create new secret</Submit> <a href={hook.to}>Cancel</a>
        </Form>
      )}
    </div>
  )
}

function ActForm({ hook, answer, children }: Answered & { hook: Hook; children: ReactNode }) {
  return (
    <Form intent="webhookAct" action={hook.to} answer={answer} className="row">
      <input type="hidden" name="hook" value={hook.guid} />
      {children}
    </Form>
  )
}

function answerTo(answer: FormAnswer | undefined, intent: string): FormAnswer | undefined {
  return answer?.intent === intent ? answer : undefined
}
