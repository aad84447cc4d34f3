import type { FormAnswer } from '#app/request/action.server.ts'
import type { ShownMessage } from '#app/view-models/webhooks/webhook-log.server.ts'
import type { WebhooksData } from '#app/view-models/webhooks/webhooks-tab.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Lines } from '#app/ui/tables/lines.tsx'
import { Time } from '#app/ui/tables/time.tsx'

type Props = {
  hook: NonNullable<WebhooksData['hook']>
  message: ShownMessage
  answer: FormAnswer | undefined
}

/** What was sent at one time, and what came back: always as text. */
export function WebhookMessagePage({ hook, message, answer }: Props) {
  const { guid, id, label, kind, state, created, next, body, attempts } = message
  return (
    <>
      <p className="above-list">
        <a href={hook.to}>{hook.url}</a>
      </p>
      <SetRow title={label} words={kind}>
        <p>
          <Badge tone={state.tone}>{state.text}</Badge>{' '}
          <span className="small soft">
            <Time {...created} />
          </span>
        </p>
        {next ? (
          <p>
            Next attempt: <Time {...next} />
          </p>
        ) : null}
        {hook.isOn ? (
          <Form intent="sendWebhookAgain" action={hook.to} answer={answer}>
            <input type="hidden" name="hook" value={hook.guid} />
            <input type="hidden" name="message" value={guid} />
            <Submit className="btn-quiet">Send again</Submit>
          </Form>
        ) : null}
      </SetRow>
      <SetRow title="Request" words={`webhook-id: ${id}`}>
        <p className="copyable">
          <Lines text={body} />
        </p>
      </SetRow>
      <SetRow title="Attempts" words="Newest first.">
        {attempts.length === 0 ? <p className="soft">Not sent yet.</p> : null}
        <ul className="lines">
          {attempts.map((attempt) => (
            <li key={attempt.number}>
              <div className="grow">
                <p className="strong">{attempt.outcome}</p>
                <p className="small soft">
                  <Time {...attempt.at} /> · {attempt.took}
                </p>
                {attempt.answer === '' ? null : (
                  <p className="copyable">
                    <Lines text={attempt.answer} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </SetRow>
    </>
  )
}
