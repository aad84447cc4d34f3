import { z } from 'zod'
import { programIdentity } from '#server/accounts/identity.ts'
import { sendCopy } from '#server/api/copy.ts'
import { Problem } from '#server/rules/problems.ts'
import { viewOf, type View } from '#server/rules/reading/view-as.ts'
import type { Services } from '#server/services.ts'
import type { CopyKind } from '#server/viewing/reading/copies.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import { programOf } from './program-of.ts'
import { sendPart } from '#server/api/rooms/room-zips.ts'
import { receivedEntity } from '#server/api/present.ts'
import { call, openCall, type CallInput, type Caller, type Entity } from '#server/api/table.ts'

/** From this size on a download is large, and its answer says so. */
const large = 1024 ** 3

export const viewingCalls = [
  call('GET /v7/view/fileinfo/{ShareGuid}{viewAs}', {
    scope: 'read',
    async run({ services, identity, parameters }) {
      const { ShareGuid, viewAs } = parameters
      const { found, refusal, mayDownload, mayPrint } = await lookAs(
        services.viewing.pages,
        identity,
        ShareGuid,
        wanted(viewAs),
      )
      if (refusal) throw new Problem(refusal)
      const { isOpened, isWebView } = found.policyFacts
      const rights = { MayDownload: mayDownload, MayPrint: mayPrint, WebView: isWebView, IsOpened: isOpened }
      return { StatusCode: 22000, File: { ...receivedEntity(found), ...rights } }
    },
  }),
  call('GET /v2/vieworig/{ShareGuid}/{viewAs}', {
    scope: 'read',
    run: (input) => linkTo(input, input.parameters.ShareGuid, wanted(input.parameters.viewAs)),
  }),
  call('POST /v1/watermark/remove', {
    scope: 'read',
    form: z.object({ ShareGuid: z.string() }),
    async run(input) {
      const { services, user, client, form } = input
      const entity = await linkTo(input, form.ShareGuid, 'sender')
      const unmarked = { subject: form.ShareGuid, kind: 'Unmarked', actor: user.email, client } as const
      await services.events.record(null, unmarked)
      return entity
    },
  }),
  call('GET /v2/downloadasrecipient/{ShareGuid}', {
    scope: 'read',
    run: (input) => linkTo(input, input.parameters.ShareGuid, 'asRecipient'),
  }),
  call('POST /v1/watermark/remove/public', {
    scope: 'read',
    form: z.object({ ShareGuid: z.string() }),
    async run(input) {
      const { services, user, form } = input
      const { share } = await services.shares.sent.find(user, form.ShareGuid).catch(asForAnyone)
      // Visitors of a link never get a file without its watermark: this is for whoever made the link.
      if (share.visibility !== 'public' || share.needs_passkey === 1) throw new Problem('notRecipient')
      return unmarked(input)
    },
  }),
  call('GET /v1/vieworig/{ShareGuid}/{viewAs}', {
    scope: 'read',
    isRaw: true,
    run: (input) => send(input, input.identity, input.parameters.ShareGuid, wanted(input.parameters.viewAs)),
  }),
  openCall('GET /v1/download/{Link}', {
    isRaw: true,
    async run(input) {
      const link = input.services.viewing.downloadLinks.read(input.parameters.Link)
      const session = link && (await programOf(input.services, link.sessionGuid))
      if (!link || !session || link.kind === 'upload')
        throw new Problem('linkUsedUp', { text: 'This download link has expired. Request a new one.' })
      await input.services.accounts.bearers.requireFinished(session)
      const { shareGuid, kind } = link
      if (isPart(kind))
        return sendPart(input, programIdentity(session), shareGuid, Number(kind.slice('zip'.length)))
      return send(input, programIdentity(session), shareGuid, kind)
    },
  }),
]

function isPart(kind: CopyKind | `zip${number}`): kind is `zip${number}` {
  return kind.startsWith('zip')
}

/** A link to the file as it was uploaded, for its sender; that it was requested is recorded in the share's activity. */
async function unmarked(input: CallInput<string, { ShareGuid: string }> & Caller): Promise<Entity> {
  const { services, user, client, form } = input
  const entity = await linkTo(input, form.ShareGuid, 'sender')
  await services.events.record(null, { subject: form.ShareGuid, kind: 'Unmarked', actor: user.email, client })
  return entity
}

/** Someone else's share, and none, as every call about a share refuses them. */
function asForAnyone(error: unknown): never {
  throw error instanceof Problem && error.problem === 'notFound' ? new Problem('notRecipient') : error
}

/** Throws viewRefused for what is no view at all. */
function wanted(viewAs: string): View {
  const view = viewOf(viewAs)
  if (!view) throw new Problem('viewRefused')
  return view
}

/** StatusCode 22000 and 22010: a download link is ready. Sends nothing yet. */
export async function linkTo(
  { services, session, identity, client }: Caller & Pick<CallInput<string, unknown>, 'services' | 'client'>,
  shareGuid: string,
  kind: CopyKind,
): Promise<Entity> {
  const { file } = await services.viewing.copies.check(identity, shareGuid, kind, client)
  const link = services.viewing.downloadLinks.make({ sessionGuid: session.guid, shareGuid, kind })
  return {
    StatusCode: file.size >= large ? 22010 : 22000,
    StatusMessage: 'The download is ready.',
    DownloadUrl: new URL(`/v1/download/${link}`, services.config.publicUrl).href,
    DocumentPath: file.name,
  }
}

async function send(
  { services, client, request }: Pick<CallInput<string, unknown>, 'services' | 'client' | 'request'>,
  identity: Caller['identity'],
  shareGuid: string,
  kind: CopyKind,
): Promise<Response> {
  const copy = await services.viewing.copies.open(identity, shareGuid, kind, client)
  const answer = sendCopy(request, copy)
  if (request.method === 'GET' && (answer.status === 200 || answer.status === 206))
    await note(services, copy.found, client, answer)
  return answer
}

async function note(
  services: Services,
  found: Parameters<Services['viewing']['pages']['noteDownload']>[0],
  client: CallInput<string, unknown>['client'],
  answer: Response,
): Promise<void> {
  const isPart = answer.status === 206
  await services.viewing.pages.noteDownload(found, client, { isPart }).catch(async (error: unknown) => {
    await answer.body?.cancel()
    throw error
  })
}
