import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { strangerRefusal } from '#server/accounts/identity.ts'
import { viewOf, type View } from '#server/rules/reading/view-as.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import { receivedEntity } from '#server/api/present.ts'
import { sendSheet } from '#server/api/shares/sheets.ts'
import { call, type CallInput, type Caller } from '#server/api/table.ts'
import { actionForm, infoIn, stopForm } from '#server/api/shares/tracks.ts'
import { linkTo } from '#server/api/shares/viewing.ts'

const shareForm = z.object({ ShareGuid: z.string() })

/** Files in rooms of either version: each of these calls has one path. */
export const roomViewingCalls = [
  call('GET /v1/folder/view/fileinfo/{ShareGuid}', {
    scope: 'read',
    async run(input) {
      const { found, room, refusal, ...rights } = await fileAs(input, input.parameters.ShareGuid, 'self')
      if (refusal) throw new Problem(refusal)
      const File = {
        ...receivedEntity(found),
        RootGuid: room.guid,
        ParentGuid: room.parentGuid,
        MayDownload: rights.mayDownload,
        MayPrint: rights.mayPrint,
        WebView: found.policyFacts.isWebView,
      }
      return { StatusCode: 22000, File }
    },
  }),
  call('GET /v1/folder/downloadfile/{ShareGuid}/{viewAs}', {
    scope: 'read',
    async run(input) {
      const { ShareGuid, viewAs } = input.parameters
      const view = viewOf(viewAs)
      if (!view) throw new Problem('viewRefused')
      await fileAs(input, ShareGuid, view)
      return linkTo(input, ShareGuid, view)
    },
  }),
  call('GET /v2/folder/viewxlsx/{ShareGuid}', {
    scope: 'read',
    isRaw: true,
    async run(input) {
      await fileAs(input, input.parameters.ShareGuid, 'self')
      return sendSheet(input, input.parameters.ShareGuid)
    },
  }),
  call('POST /v1/folder/tracks/action/', {
    scope: 'read',
    form: actionForm,
    async run(input) {
      const { services, identity, form, client } = input
      const { ShareGuid, Status, Visitorinfo } = form
      await fileAs(input, ShareGuid, 'self')
      await services.viewing.tracks.tell(identity, ShareGuid, Status, infoIn(Visitorinfo), client)
      return { ShareGuid, Status }
    },
  }),
  call('POST /v1/folder/tracks/start', {
    scope: 'read',
    form: shareForm,
    async run(input) {
      const { services, identity, form, client } = input
      const { ShareGuid } = form
      const isFile = await fileAs(input, ShareGuid, 'self').then(() => true, isNoFile)
      if (isFile)
        return {
          ShareGuid,
          TrackId: await services.viewing.tracks.start(identity, ShareGuid, 'self', client),
        }
      const room = await services.rooms.entering.enter(identity, ShareGuid, client)
      // A visit is not reading: each file is measured.
      return { ShareGuid: room.guid, TrackId: null }
    },
  }),
  call('POST /v1/folder/tracks/stop', {
    scope: 'read',
    form: stopForm,
    async run({ services, identity, form, client }) {
      const seconds = form.ViewSeconds === undefined ? null : Number(form.ViewSeconds)
      const ViewSeconds = await services.viewing.tracks.stop(
        identity,
        { track: form.TrackId, seconds },
        client,
      )
      return { TrackId: form.TrackId, ViewSeconds, Method: 'measured' }
    },
  }),
  call('POST /v1/watermark/remove/folder', {
    scope: 'read',
    form: shareForm,
    async run(input) {
      const { services, identity, user, form, client } = input
      await fileAs(input, form.ShareGuid, 'folderowner')
      const entity = await linkTo(input, form.ShareGuid, 'folderowner')
      await services.viewing.unmarking.ask(user, identity, form.ShareGuid, client)
      return entity
    },
  }),
]

type RequestDraft = Pick<CallInput<string, unknown> & Caller, 'services' | 'identity'>

/** A file in a room as someone views it. Throws what `lookAs` throws; refuses a share. */
async function fileAs({ services, identity }: RequestDraft, guid: string, view: View) {
  const look = await lookAs(services.viewing.pages, identity, guid, view)
  const { room } = look.found
  if (!room) throw new Problem(strangerRefusal(identity))
  return { ...look, room }
}

/** False for what may be a room; a file that exists and is refused is refused. */
function isNoFile(error: unknown): boolean {
  if (error instanceof Problem && (error.problem === 'notRecipient' || error.problem === 'notFound'))
    return false
  throw error
}
