import type { FormAnswer } from '#app/request/action.server.ts'
import { Webhooks } from '#app/ui/webhooks/webhooks.tsx'
import type { WebhooksData } from '#app/view-models/webhooks/webhooks-tab.server.ts'

export function WebhooksTab({ data, answer }: { data: WebhooksData; answer: FormAnswer | undefined }) {
  return <Webhooks data={data} answer={answer} />
}
