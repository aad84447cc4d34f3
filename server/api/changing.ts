import { z } from 'zod'
import type { User } from '#server/accounts/users.ts'
import { Problem } from '#server/rules/problems.ts'
import { securityLabel } from '#server/rules/sharing/security.ts'
import type { Services } from '#server/services.ts'
import { listIn, maxPerCall } from './shares/lists.ts'
import { shareEntity, shownPeople } from './present.ts'
import { filledOptions, readOptions, type WireOptions } from './shares/share-options.ts'
import { call, optionalText, type Entity } from './table.ts'

const text = z.string().default('')

const updateForm = z.object({
  ShareGuid: z.string(),
  DocumentPath: optionalText,
  ShareOptions: optionalText,
  DestructSeconds: optionalText,
  ExpiryDate: optionalText,
  Watermark: optionalText,
})

const optionsForm = z.object({ ShareGuids: z.string(), ShareOptions: z.string() })
const linksForm = z.object({ ShareGuids: z.string(), RecipientEmails: z.string(), Message: text })

/** Changes to shares that were sent: one, or several at once with an answer for each. */
export const changingCalls = [
  call('POST /v1/share/update', {
    scope: 'share',
    form: updateForm,
    async run({ services, user, form }) {
      await change(services, user, form.ShareGuid, form)
      const { share } = await services.shares.editing.find(user, form.ShareGuid)
      const { recipients } = await services.shares.sent.find(user, form.ShareGuid)
      const people = recipients.filter((one) => one.revoked_at === null).map(({ email }) => email)
      const SecurityLabel = securityLabel(share.protections).level
      return { Share: shareEntity(share, people.slice(0, shownPeople)), SecurityLabel }
    },
  }),
  call('POST /v1/processmultifile', {
    scope: 'share',
    form: optionsForm,
    async run({ services, user, form }) {
      const guids = guidsIn(form.ShareGuids)
      const items: Entity[] = []
      for (const guid of guids) {
        const problem = await change(services, user, guid, form).then(() => null, problemOnly)
        items.push(itemOf(guid, problem))
      }
      return { Shares: items, ...countsOf(items) }
    },
  }),
  call('POST /v1/send/multifile/links', {
    scope: 'share',
    form: linksForm,
    async run({ services, user, form }) {
      const guids = guidsIn(form.ShareGuids)
      const recipients = listIn(form.RecipientEmails, 'RecipientEmails').join('\n')
      const { outcomes, count } = await services.shares.links.sendAll(user, guids, {
        recipients,
        message: form.Message,
      })
      const items = outcomes.map(({ shareGuid, problem }) => itemOf(shareGuid, problem))
      return { Shares: items, ...countsOf(items), RecipientsCount: count }
    },
  }),
]

type Wanted = Partial<WireOptions> & { DocumentPath?: string | undefined }

/**
 * Makes a share of the caller's what the call says; what it omits stays. If someone else changed it at the same time,
 * it is read and changed again. Throws notFound, badForm and what `Editing.update` throws.
 */
async function change(services: Services, user: User, guid: string, wanted: Wanted): Promise<void> {
  await changeOnce(services, user, guid, wanted).catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.problem !== 'changedMeanwhile') throw error
    await changeOnce(services, user, guid, wanted)
  })
}

async function changeOnce(services: Services, user: User, guid: string, wanted: Wanted): Promise<void> {
  const { share, state } = await services.shares.editing.find(user, guid)
  const wire = filledOptions(wanted, state.protections, state.otherOptions)
  const now = services.clock()
  const { timeZone } = user
  const { protections, otherOptions } = readOptions(wire, { timeZone, before: state.protections }, now)
  const name = wanted.DocumentPath ?? state.name
  const change = { ...state, name, protections, otherOptions, added: '', removed: [] }
  await services.shares.editing.update(user, guid, change, share.revision)
}

/** Throws badForm for none, or more than are accepted at once. */
function guidsIn(given: string): string[] {
  const guids = listIn(given, 'ShareGuids')
  if (guids.length > 0 && guids.length <= maxPerCall) return guids
  throw new Problem('badForm', { text: `ShareGuids is a list of 1 to ${maxPerCall} shares.` })
}

export function problemOnly(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

function itemOf(ShareGuid: string, problem: Problem | null): Entity {
  return { ShareGuid, ...outcomeOf(problem) }
}

/** The outcome for one of several. */
export function outcomeOf(problem: Problem | null): { StatusCode: number; StatusMessage: string } {
  const { code: StatusCode, text: StatusMessage } = problem ?? { code: 20000, text: 'OK' }
  return { StatusCode, StatusMessage }
}

function countsOf(items: Entity[]): { TotalCount: number; DoneCount: number } {
  return { TotalCount: items.length, DoneCount: items.filter((item) => item.StatusCode === 20000).length }
}
