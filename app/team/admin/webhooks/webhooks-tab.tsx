import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { Webhooks } from '#app/ui/webhooks/webhooks.tsx'
import type { WebhooksData } from '#app/view-models/webhooks/webhooks-tab.server.ts'

function WebhooksTab({ data, answer }: { data: WebhooksData; answer: unknown }) {
  return <Webhooks data={data} answer={answer as FormAnswer | undefined} />
}

export const webhooksView: TeamView<WebhooksData> = { View: WebhooksTab }
