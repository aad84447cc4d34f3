import type { WebhooksData } from '#app/view-models/webhooks/webhooks-tab.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { KindFields } from './kind-fields.tsx'
import type { WebhookAnswer } from './webhook-answer.ts'
import { WebhookMessagePage } from './webhook-message.tsx'
import { WebhookPage } from './webhook-page.tsx'

type Props = { data: WebhooksData; answer: WebhookAnswer | undefined }

/** The webhooks of an account or a team: all of them, one, or one message. */
export function Webhooks({ data, answer }: Props) {
  if (answer?.secret) return <NewSecret answer={answer} />
  const { hook, message } = data
  if (hook && message) return <WebhookMessagePage hook={hook} message={message} answer={answer} />
  if (hook) return <WebhookPage data={{ ...data, hook }} answer={answer} />
  return (
    <>
      <SetRow
        title="Webhooks"
        words="When something happens, this server sends it to the addresses below. Files are never sent."
      >
        <WebhookList list={data.list} />
      </SetRow>
      <SetRow
        title="Add a webhook"
        words="Each request is signed, so your program can check that it came from here. You get the secret for that in the next step."
      >
        <Form intent="addWebhook" action={data.here} answer={answer}>
          <Field
            name="url"
            type="url"
            label="Address"
            hint="For example https://example.com/hook"
            autoComplete="off"
            answer={answer}
          />
          <h3>Kinds of events</h3>
          <KindFields groups={data.groups} chosen={[]} answer={answer} />
          <Submit>Add webhook</Submit>
        </Form>
      </SetRow>
    </>
  )
}

function WebhookList({ list }: Pick<WebhooksData, 'list'>) {
  if (list.length === 0) return <p className="soft">No webhooks.</p>
  return (
    <ul className="lines">
      {list.map(({ guid, url, to, counted, state }) => (
        <li key={guid}>
          <div className="grow">
            <p className="strong break">{url}</p>
            <p className="small soft">{counted}</p>
          </div>
          <Badge tone={state.tone}>{state.text}</Badge>{' '}
          <a href={to}>
            Open<span className="unseen"> the webhook to {url}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function NewSecret({ answer: { secret, to, isNew } }: { answer: WebhookAnswer }) {
  return (
    <SetRow
      title={isNew ? 'Webhook added' : 'New secret created'}
      words={
        isNew
          ? 'Your program checks the signature of each request with this secret.'
          : 'For 24 hours, requests are signed with the previous secret, too.'
      }
    >
      <p>
        <strong>Save this secret now: it’s shown only once.</strong>
      </p>
      <p className="copyable">{secret}</p>
      <p>
        <a className="btn btn-main" href={to}>
          I’ve saved it
        </a>
      </p>
    </SetRow>
  )
}
