import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { securityLabel } from '#server/rules/sharing/security.ts'
import type { Beside } from '#server/shares/lists/list.ts'
import { isGuid } from '#server/rules/text/guid.ts'
import type { Services } from '#server/services.ts'
import { knownOf } from '#server/viewing/access/view-as.ts'
import { listIn } from './lists.ts'
import { listEntity, receivedEntity, recipientEntity, shareEntity, shownPeople } from '#server/api/present.ts'
import { readOptions } from './share-options.ts'
import { call, type Caller, type Entity } from '#server/api/table.ts'
import { shareUrl } from '#server/shares/share-url.ts'

const text = z.string().default('')
const shareForm = z.object({ ShareGuid: z.string() })

const listForm = z.object({
  ShareGuid: text,
  ShareTime: text,
  SharePageSize: z.coerce.number().int().min(1).max(rowsOnScreen).default(rowsOnScreen),
  Page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

const sendForm = z.object({
  Source: text,
  DocumentUrl: text,
  Message: text,
  ShareOptions: text,
  DestructSeconds: text,
  RecipientEmails: text,
  ExpiryDate: text,
  Watermark: text,
})

const linkForm = z.object({ ShareGuid: z.string(), RecipientEmails: z.string(), Message: text })

export const sharesCalls = [
  call('GET /v1/get/filename/{ShareGuid}', {
    async run({ services, identity, parameters }) {
      const { found } = await knownOf(services.viewing.pages, identity, parameters.ShareGuid)
      return { ShareGuid: found.shareGuid, DocumentPath: found.file.name }
    },
  }),
  call('GET /v4/shares/info/{ShareGuid}', {
    async run({ services, identity, parameters }) {
      const known = await knownOf(services.viewing.pages, identity, parameters.ShareGuid)
      const { found, mayDownload, mayPrint } = known
      return { Share: { ...receivedEntity(found), MayDownload: mayDownload, MayPrint: mayPrint } }
    },
  }),
  call('GET /v1/shares/info/{ShareGuid}/sender', {
    async run({ services, user, parameters }) {
      const { share, people: recipients } = await services.shares.people.all(user, parameters.ShareGuid)
      const { perRecipient } = await services.tracking.readings(share.guid)
      const byEmail = new Map(perRecipient.map((reading) => [reading.email, reading]))
      const people = recipients.filter((one) => one.revoked_at === null).map(({ email }) => email)
      const Recipients = recipients.map((one) => recipientEntity(one, byEmail.get(one.email)))
      return {
        Share: shareEntity(share, people.slice(0, shownPeople)),
        LinkMessage: share.message,
        Link: linkTo(services, share.guid),
        SecurityLabel: securityLabel(share.protections).level,
        Recipients,
      }
    },
  }),
  call('POST /v3/shares', {
    form: listForm,
    async run({ services, user, form }) {
      const range = { page: form.Page, pageSize: form.SharePageSize, beside: besideIn(form) }
      const { rows, total } = await services.shares.sent.list(user, range)
      const list = rows.map((row) => shareEntity(row, row.people))
      return { ...listEntity('Shares', list, { total, page: form.Page }), PageSize: form.SharePageSize }
    },
  }),
  call('POST /v3/shares/disable', {
    form: shareForm,
    async run({ services, user, form }) {
      await services.shares.sent.kill(user, form.ShareGuid)
      return { ShareGuid: form.ShareGuid, ShareStatus: 'Killed' }
    },
  }),
  call('POST /v3/shares/enable', {
    form: shareForm,
    async run({ services, user, form }) {
      await services.shares.sent.enable(user, form.ShareGuid)
      return { ShareGuid: form.ShareGuid, ShareStatus: 'Active' }
    },
  }),
  call('POST /v5/sharefile', { form: sendForm, run: sendFile }),
  call('POST /v1/send/link', {
    form: linkForm,
    async run({ services, user, form }) {
      const recipients = listIn(form.RecipientEmails, 'RecipientEmails').join('\n')
      const count = await services.shares.links.send(user, form.ShareGuid, {
        recipients,
        message: form.Message,
      })
      return { ShareGuid: form.ShareGuid, RecipientsCount: count }
    },
  }),
  call('GET /v1/shares/checkrecipient/{Email}/{ShareGuid}', {
    async run({ services, user, parameters }) {
      return isOnList(services, user, parameters.ShareGuid, parameters.Email)
    },
  }),
]

async function sendFile({
  services,
  user,
  form,
}: Caller & { services: Services; form: z.output<typeof sendForm> }): Promise<Entity> {
  const { Source, DocumentUrl, Message } = form
  if (Source !== '' && Source.toLowerCase() !== 'upload')
    throw new Problem('fileMissing', {
      field: 'file',
      text: 'Only files that were uploaded can be shared: Source is "upload", DocumentUrl the id that POST /v1/upload answered.',
    })
  if (DocumentUrl === '') throw new Problem('fileMissing', { field: 'file' })
  const { protections, name, otherOptions } = readOptions(form, { timeZone: user.timeZone }, services.clock())
  const people = listIn(form.RecipientEmails, 'RecipientEmails')
  const isOne = people.length === 1 && name !== '' && !/[<>]/.test(people[0]!)
  const guid = await services.shares.sending.create(user, {
    fileGuid: DocumentUrl,
    protections,
    recipients: isOne ? `${name} <${people[0]}>` : people.join('\n'),
    message: Message,
    otherOptions,
  })
  const { level } = securityLabel(protections)
  return { ShareGuid: guid, Link: linkTo(services, guid), SecurityLabel: level }
}

/** The last share on the previous page, after which this one begins; both of its fields, or neither. */
function besideIn({ ShareGuid, ShareTime }: z.output<typeof listForm>): Beside | null {
  if (ShareGuid === '' && ShareTime === '') return null
  const key = Date.parse(ShareTime)
  if (isGuid(ShareGuid) && !Number.isNaN(key)) return { side: 'after', key, guid: ShareGuid }
  throw new Problem('badForm', {
    text: 'ShareGuid and ShareTime are those of the last share on the previous page, or both empty.',
  })
}

/** The answer for everyone who may not know who is on a list. */
export const untold = {
  StatusMessage: 'If this address is on the list, it gets a code by email when it opens the file.',
}

async function isOnList(
  services: Services,
  user: Caller['user'],
  guid: string,
  email: string,
): Promise<Entity> {
  try {
    const { recipients } = await services.shares.sent.find(user, guid)
    const wanted = email.trim().toLowerCase()
    const isThere = recipients.some((one) => one.revoked_at === null && one.email.toLowerCase() === wanted)
    return { IsRecipient: isThere }
  } catch (error) {
    if (error instanceof Problem && error.problem === 'notFound') return untold
    throw error
  }
}

function linkTo(services: Services, guid: string): string {
  return shareUrl(services.config.publicUrl, guid)
}
