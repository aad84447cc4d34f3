import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { rowsOnScreen, type Protections } from '#server/rules/sharing/options.ts'
import { securityLabel } from '#server/rules/sharing/security.ts'
import type { Beside } from '#server/shares/lists/list.ts'
import { isGuid } from '#server/rules/text/guid.ts'
import type { Services } from '#server/services.ts'
import { knownOf } from '#server/viewing/access/view-as.ts'
import { cloudOfSource } from '#server/rules/files/clouds.ts'
import { fromCloud } from '#server/api/clouds.ts'
import { listIn } from './lists.ts'
import {
  listEntity,
  receivedEntity,
  recipientEntity,
  shareEntity,
  shownPeople,
  teamShareEntity,
} from '#server/api/present.ts'
import { readOptions } from './share-options.ts'
import { call, ignored, type Caller, type Entity } from '#server/api/table.ts'
import { chosenPasskey } from '#server/shares/passkeys/passkey-forms.ts'
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
  /** The title of a note; a file has the name with which it was uploaded. */
  DocumentPath: text,
  /** The text of a note; with a file, the message to its recipients. */
  Message: text,
  ShareOptions: text,
  DestructSeconds: text,
  RecipientEmails: text,
  ExpiryDate: text,
  Watermark: text,
  Passkey: text,
  SourceTokens: text,
  MimeType: text,
  // The server has seen the file.
  Size: ignored,
})

const adminForm = listForm.extend({ SenderUserEmail: z.string().max(300).default('') })

const linkForm = z.object({ ShareGuid: z.string(), RecipientEmails: z.string(), Message: text })

export const sharesCalls = [
  call('GET /v1/get/filename/{ShareGuid}', {
    scope: 'read',
    async run({ services, identity, parameters }) {
      const { found } = await knownOf(services.viewing.pages, identity, parameters.ShareGuid)
      return { ShareGuid: found.shareGuid, DocumentPath: found.file.name }
    },
  }),
  call('GET /v4/shares/info/{ShareGuid}', {
    scope: 'read',
    async run({ services, identity, parameters }) {
      const known = await knownOf(services.viewing.pages, identity, parameters.ShareGuid)
      const { found, mayDownload, mayPrint } = known
      return { Share: { ...receivedEntity(found), MayDownload: mayDownload, MayPrint: mayPrint } }
    },
  }),
  call('GET /v1/shares/info/{ShareGuid}/sender', {
    scope: 'read',
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
    scope: 'read',
    form: listForm,
    async run({ services, user, form }) {
      const range = { page: form.Page, pageSize: form.SharePageSize, beside: besideIn(form) }
      const { rows, total } = await services.shares.sent.list(user, range)
      const list = rows.map((row) => shareEntity(row, row.people))
      return { ...listEntity('Shares', list, { total, page: form.Page }), PageSize: form.SharePageSize }
    },
  }),
  call('POST /v3/shares/admin', {
    scope: 'admin',
    form: adminForm,
    async run({ services, user, form }) {
      const { SenderUserEmail, Page: page, SharePageSize: pageSize } = form
      const range = { page, pageSize, beside: besideIn(form), sender: SenderUserEmail }
      const { rows, total } = await services.shares.ofTeam.list(user, range)
      return { ...listEntity('Shares', rows.map(teamShareEntity), { total, page }), PageSize: pageSize }
    },
  }),
  call('POST /v3/shares/disable', {
    scope: 'share',
    form: shareForm,
    async run({ services, user, form }) {
      await services.shares.sent.kill(user, form.ShareGuid)
      return { ShareGuid: form.ShareGuid, ShareStatus: 'Killed' }
    },
  }),
  call('POST /v3/shares/enable', {
    scope: 'share',
    form: shareForm,
    async run({ services, user, form }) {
      await services.shares.sent.enable(user, form.ShareGuid)
      return { ShareGuid: form.ShareGuid, ShareStatus: 'Active' }
    },
  }),
  call('POST /v5/sharefile', { scope: 'share', form: sendForm, run: sendFile }),
  call('POST /v1/send/link', {
    scope: 'share',
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
    scope: 'read',
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
  const isInCloud = cloudOfSource(Source) !== null
  const isNote = Source.toLowerCase() === 'note'
  if (!isInCloud && !['', 'upload', 'note'].includes(Source.toLowerCase()))
    throw new Problem('fileMissing', { field: 'file', text: howToShare })
  if (!isNote && DocumentUrl === '') throw new Problem('fileMissing', { field: 'file' })
  const { timeZone } = user
  const read = readOptions(form, { timeZone, mayLock: true }, services.clock())
  const { protections, name, otherOptions } = read
  const people = listIn(form.RecipientEmails, 'RecipientEmails')
  const isOne = people.length === 1 && name !== '' && !/[<>]/.test(people[0]!)
  const wanted = {
    protections,
    recipients: isOne ? `${name} <${people[0]}>` : people.join('\n'),
    message: isNote ? '' : Message,
    otherOptions,
    ...passkeyIn(form, protections, user),
  }
  const { sending } = services.shares
  // Before anything is copied.
  if (isInCloud) sending.validate(user, wanted)
  const limitBytes = services.config.plans.of(user.tierCode).maxUploadBytes
  const copied = await fromCloud(services, user, form, async () => ({ owner: user, limitBytes }))
  const note = isNote ? await sending.note(user, { title: form.DocumentPath, text: Message }, wanted) : null
  const guid = await sending.create(user, { ...wanted, fileGuid: note ?? copied ?? DocumentUrl })
  const { level } = securityLabel(protections)
  return { ShareGuid: guid, Link: linkTo(services, guid), SecurityLabel: level }
}

const howToShare =
  'Source is "upload", with the id that POST /v1/upload answered as DocumentUrl, or "note", with DocumentPath as its title and Message as its text, or Box2, Dropbox2 or Google, with a file there as DocumentUrl.'

/** Throws passkeyRefused, and badForm for a passkey that would not protect anything. */
function passkeyIn({ Passkey }: { Passkey: string }, { visibility }: Protections, user: Caller['user']) {
  if (visibility === 'passkey')
    return { passkey: chosenPasskey({ passkey: Passkey, passkeyAgain: Passkey }, user) }
  if (Passkey === '') return {}
  throw new Problem('badForm', {
    field: 'passkey',
    text: 'A passkey protects only a share with the option "passkey": add it to ShareOptions.',
  })
}

/** The last share on the previous page, after which this one begins; both of its fields, or neither. */
function besideIn({
  ShareGuid,
  ShareTime,
}: Pick<z.output<typeof listForm>, 'ShareGuid' | 'ShareTime'>): Beside | null {
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
