import { sendBytes } from '#server/http/bytes/bytes.ts'
import { overZipLimitMessage } from '#server/rules/text/messages.ts'
import { maxZipBytes } from '#server/rules/product/client-constants.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { mayViewAs, viewOf, type View } from '#server/rules/reading/view-as.ts'
import type { Services } from '#server/services.ts'
import type { CopyKind } from '#server/viewing/reading/copies.ts'
import { isPartOfItsOwn } from '#server/zips/parts.ts'
import type { ZipPlace } from '#server/zips/programs.ts'
import { call, type CallInput, type Caller, type Entity } from '#server/api/table.ts'

type Asking = Pick<CallInput<string, unknown>, 'services' | 'client'> & Caller
type Named = { ShareGuid: string; jobDate: string; batch: string; downloadAs: string }
type Structure = 'root' | 'nowhere'

/** Archives, file by file and then finished; each path exists in both versions. */
export const roomZipCalls = [
  call('GET /v1/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}', {
    scope: 'read',
    run: (input) => addShare(input, input.parameters),
  }),
  call('GET /v1/folder/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}', {
    scope: 'read',
    run: (input) => addItems(input, input.parameters, 'nowhere'),
  }),
  call('GET /v1/folder/process/zipfile/structure/{ShareGuid}/{jobDate}/{batch}/{downloadAs}', {
    scope: 'read',
    run: (input) => addItems(input, input.parameters, 'root'),
  }),
  call('GET /v2/folder/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}', {
    scope: 'read',
    run: (input) => addItems(input, input.parameters, 'nowhere'),
  }),
  call('GET /v2/folder/process/zipfile/structure/{ShareGuid}/{jobDate}/{batch}/{downloadAs}', {
    scope: 'read',
    run: (input) => addItems(input, input.parameters, 'root'),
  }),
  call('GET /v1/folder/zipfile/{jobDate}/{batch}', {
    scope: 'read',
    run: (input) => finish(input, input.parameters),
  }),
  call('GET /v2/folder/zipfile/{jobDate}/{batch}', {
    scope: 'read',
    run: (input) => finish(input, input.parameters),
  }),
  call('GET /v1/folder/whole/zipfile/structure/{RootGuid}/{jobDate}/{batch}/folderowner', {
    scope: 'read',
    async run(input) {
      const { services, identity, parameters } = input
      const { RootGuid, jobDate, batch } = parameters
      const place = { jobDate, batch }
      const { room } = await services.rooms.listing.place(identity, RootGuid)
      if (room.guid !== RootGuid) throw new Problem('notFound')
      if (!mayViewAs(relationshipOf(room.policyFacts), 'folderowner', true)) throw new Problem('viewRefused')
      if (!(await services.zips.programs.count(identity, place)))
        await addItems(input, { ...place, ShareGuid: RootGuid, downloadAs: 'folderowner' }, 'root')
      return finish(input, place)
    },
  }),
]

async function addShare(input: Asking, { ShareGuid, downloadAs, ...place }: Named): Promise<Entity> {
  const { services, identity, client } = input
  const view = wanted(downloadAs)
  const found = await services.viewing.copies.check(identity, ShareGuid, copyKind(view), client)
  if (found.room) throw new Problem('notFound')
  const asRecipient = isAsRecipient(view)
  await services.zips.programs.addShare(identity, place, { found, asRecipient }, client)
  return processed(found.file, 1)
}

async function addItems(
  input: Asking,
  { ShareGuid, downloadAs, ...place }: Named,
  from: Structure,
): Promise<Entity> {
  const { services, identity, client } = input
  const view = wanted(downloadAs)
  const { room, item } = await services.rooms.listing.place(identity, ShareGuid)
  const isFile = item.kind === 'file'
  // Why a single file is refused is said as for its download.
  const file = isFile
    ? await services.viewing.copies.check(identity, ShareGuid, copyKind(view), client)
    : null
  if (!mayViewAs(relationshipOf(room.policyFacts), view, true)) throw new Problem('viewRefused')
  const added = { room, itemGuid: ShareGuid, from, asRecipient: isAsRecipient(view) }
  const files = await services.zips.programs.addItems(identity, place, added, client)
  if (from === 'root')
    return { StatusCode: 24000, StatusMessage: 'The folder structure is processed.', Files: files }
  return processed(file?.file ?? null, files)
}

/** StatusCode 22000: a file is processed; 22010 for one that comes as a part of its own. */
function processed(file: { name: string; size: number } | null, files: number): Entity {
  const { name, size } = file ?? { name: '', size: 0 }
  const isAlone = isPartOfItsOwn({ path: name, original: name, size }, maxZipBytes)
  const StatusCode = isAlone ? 22010 : 22000
  return { StatusCode, StatusMessage: 'The file is processed.', Files: files }
}

async function finish(
  { services, session, identity }: Asking,
  { jobDate, batch }: ZipPlace,
): Promise<Entity> {
  const { zip, parts } = await services.zips.programs.finish(identity, { jobDate, batch })
  const links = parts.map(({ number, files, size }) => ({
    Part: number,
    Files: files,
    Size: size,
    DownloadUrl: linkTo(services, session.guid, zip.guid, number),
  }))
  if (links.length > 1)
    return { StatusCode: problems.zipTooMany.code, StatusMessage: overZipLimitMessage, Parts: links }
  return {
    StatusCode: 23000,
    StatusMessage: 'Download started.',
    DownloadUrl: links[0]!.DownloadUrl,
    Parts: links,
  }
}

function linkTo(services: Services, sessionGuid: string, zipGuid: string, number: number): string {
  const link = services.viewing.downloadLinks.make({ sessionGuid, shareGuid: zipGuid, kind: `zip${number}` })
  return new URL(`/v1/download/${link}`, services.config.publicUrl).href
}

/** Sends a part of an archive by the link of a program. */
export async function sendPart(
  { services, client, request }: Pick<CallInput<string, unknown>, 'services' | 'client' | 'request'>,
  identity: Caller['identity'],
  zipGuid: string,
  number: number,
): Promise<Response> {
  const { source, etag, name } = await services.zips.programs.open(zipGuid, { identity, number, client })
  return sendBytes(request, source, { name, mediaType: 'application/zip', etag, disposition: 'attachment' })
}

function relationshipOf({ relationship }: { relationship: string }): 'owner' | 'recipient' {
  return relationship === 'owner' || relationship === 'co-owner' ? 'owner' : 'recipient'
}

function wanted(downloadAs: string): View {
  const view = viewOf(downloadAs)
  if (!view) throw new Problem('viewRefused')
  return view
}

/** An owner who asks as a recipient gets the recipient's copy. */
function copyKind(view: View): CopyKind {
  return view === 'recipient' ? 'asRecipient' : view
}

function isAsRecipient(view: View): boolean {
  return view === 'recipient' || view === 'ownerasrecipient'
}
