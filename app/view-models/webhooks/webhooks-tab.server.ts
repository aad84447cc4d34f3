import type { User } from '#server/accounts/users.ts'
import { offeredNames } from '#server/events/events.ts'
import { counted, shownTime } from '#server/rules/text/format.ts'
import { subjectsOf, type WebhooksOf } from '#server/webhooks/owners.ts'
import {
  addWebhookForm,
  sendAgainForm,
  webhookActForm,
  webhookKindsForm,
  webhookSecretForm,
  type WebhookAct,
} from '#server/webhooks/webhook-forms.ts'
import type { FoundHook } from '#server/webhooks/own-hooks.ts'
import { intent, once, proof, type Intent } from '#app/request/action.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { kindLabel } from './kind-labels.server.ts'
import { shownLog, shownMessage } from './webhook-log.server.ts'
import type { WebhookAnswer } from '#app/ui/webhooks/webhook-answer.ts'

type Query = Readonly<Record<string, string | undefined>>
/** The address of the tab, with what it shows. */
type Path = (query?: Query) => string
type Context = Pick<RequestContext, 'services' | 'url' | 'now' | 'visitor'> & { user: User }

const stateLabels = {
  On: { text: 'On', tone: 'good' },
  Off: { text: 'Off', tone: 'soft' },
  Failed: { text: 'Turned off: no answer for five days', tone: 'bad' },
  Gone: { text: 'Turned off: its address is gone', tone: 'bad' },
} as const

const areas = {
  share: 'Shared files',
  room: 'Data rooms',
  member: 'Members of data rooms',
  account: 'Accounts',
  team: 'Team',
}

/** The tab of an account's webhooks, or of a team's: the list, one of them, or one message. */
export function webhooksTab<Here extends Context>(of: WebhooksOf, path: Path) {
  return {
    load: (context: Here) => load(context, of, path),
    intents: (): Record<string, Intent<Here>> => ({
      // Answered again within a minute, as the secret is shown nowhere else.
      addWebhook: proof(addWebhookForm, async ({ form, user, services }) => {
        const { hooks } = services.webhooks
        const { guid, secret } = await hooks.add(user, of, { url: form.url, kinds: form.kind })
        return showSecret('addWebhook', { secret, to: path({ hook: guid }), isNew: true })
      }),
      webhookKinds: intent(webhookKindsForm, async ({ form, user, services, visitor }) => {
        await services.webhooks.hooks.choose(user, of, form.hook, form.kind)
        return goWithNotice(visitor, path({ hook: form.hook }), 'Kinds of events saved.', 'good')
      }),
      renewWebhookSecret: proof(webhookSecretForm, async ({ form, user, services }) => {
        const secret = await services.webhooks.hooks.renewSecret(user, of, form.hook)
        return showSecret('renewWebhookSecret', { secret, to: path({ hook: form.hook }), isNew: false })
      }),
      webhookAct: once(webhookActForm, async ({ form: { hook, act }, services, visitor, user }) =>
        done({ services, visitor, user }, { of, path, hook, act }),
      ),
      sendWebhookAgain: once(sendAgainForm, async ({ form, user, services, visitor }) => {
        await services.webhooks.hooks.sendAgain(user, of, form.hook, form.message)
        const to = path({ hook: form.hook, message: form.message })
        return goWithNotice(visitor, to, 'It’s being sent again.', 'good')
      }),
    }),
  }
}

/** The only page that ever shows it: the answer itself. */
function showSecret(name: string, shown: { secret: string; to: string; isNew: boolean }): Response {
  return Response.json({ intent: name, result: {}, ...shown } satisfies WebhookAnswer)
}

type Doing = { of: WebhooksOf; path: Path; hook: string; act: WebhookAct }

async function done(
  { services, visitor, user }: Pick<Context, 'services' | 'visitor' | 'user'>,
  { of, path, hook, act }: Doing,
): Promise<string | Response> {
  const { hooks } = services.webhooks
  const say = (to: string, text: string) => goWithNotice(visitor, to, text, 'good')
  switch (act) {
    case 'Send a test event': {
      const message = await hooks.test(user, of, hook)
      return say(path({ hook, message }), 'Test event sent. The answer is shown here once there is one.')
    }
    case 'Create new secret …':
      return path({ hook, ask: 'secret' })
    case 'Remove …':
      return path({ hook, ask: 'remove' })
    case 'Turn off':
      await hooks.turn(user, of, hook, false)
      return say(path({ hook }), 'Webhook turned off.')
    case 'Turn on':
      await hooks.turn(user, of, hook, true)
      return say(path({ hook }), 'Webhook turned on.')
    case 'Remove webhook':
      await hooks.remove(user, of, hook)
      return say(path(), 'Webhook removed.')
  }
}

async function load(context: Context, of: WebhooksOf, path: Path) {
  const { services, url, user } = context
  const guid = url.searchParams.get('hook')
  const message = url.searchParams.get('message')
  const { hooks } = services.webhooks
  const all = guid === null ? await hooks.list(user, of) : []
  const hook = guid === null ? null : await hooks.find(user, of, guid)
  return {
    here: path(),
    groups: groupsOf(of),
    list: all.map((one) => ({ ...shownHook(one, context), to: path({ hook: one.guid }) })),
    hook: hook && { ...shownHook(hook, context), to: path({ hook: hook.guid }) },
    ask: url.searchParams.get('ask'),
    log: hook && message === null ? await shownLog(context, { of, path, hook: hook.guid }) : null,
    message:
      hook && message !== null ? await shownMessage(context, { of, hook: hook.guid, guid: message }) : null,
  }
}

export type WebhooksData = Awaited<ReturnType<typeof load>>

function shownHook(hook: FoundHook, { user, now }: Context) {
  const { guid, url, kinds, state } = hook
  const shown = (at: number) => shownTime(at, user.timeZone)
  const isRotating = hook.oldSecretUntil !== null && hook.oldSecretUntil > now
  return {
    guid,
    url,
    kinds,
    counted: `${counted(kinds.length, 'kind')} of event${kinds.length === 1 ? '' : 's'}`,
    isOn: state === 'On',
    state: stateLabels[state],
    created: shown(hook.createdAt),
    failing: state === 'On' && hook.failingSince !== null ? shown(hook.failingSince) : null,
    oldSecretEnds: isRotating ? shown(hook.oldSecretUntil!) : null,
  }
}

/** What can be chosen, by what it happens to. */
function groupsOf(of: WebhooksOf) {
  const names = offeredNames(subjectsOf[of])
  return Object.entries(areas).flatMap(([area, legend]) => {
    const kinds = names.filter((name) => name.startsWith(`${area}.`))
    const shown = kinds.map((name) => ({ name, label: kindLabel[name] }))
    return shown.length === 0 ? [] : [{ area, legend, kinds: shown }]
  })
}
