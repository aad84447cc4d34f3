import { provedEmails, type Identity } from '#server/accounts/identity.ts'
import { fileSize } from '#server/rules/text/format.ts'
import type { LeftUpload } from '#server/uploads/resumable/left-uploads.ts'
import { href, routes } from '#app/routes.ts'
import type { LeftUploadShown } from '#app/enhance/uploads/left-uploads.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'

/** What an account began to upload for a share, ready to display, except files that its form has already. */
export async function leftForShare(
  { services, now }: RequestContext,
  user: { guid: string },
  kept: readonly { guid: string }[],
): Promise<LeftUploadShown[]> {
  const left = await services.files.resumable.left({ ownerGuid: user.guid })
  return left
    .filter(({ guid }) => !kept.some((file) => file.guid === guid))
    .map((one) => {
      const { guid, offset, size } = one
      if (offset < size) return shown(one, now)
      const link = { to: href(routes.shares.new, {}, { uploaded: guid }), label: 'Share it' }
      const words = `${fileSize(size)}, uploaded and not shared. ${keptFor(one, now)}`
      return { ...shown(one, now), words, link }
    })
}

/** What someone began to upload for a room, ready to display; `folder` is the one whose page it is. */
export async function leftForRoom(
  { services, now }: RequestContext,
  identity: Identity,
  { room, folder }: { room: string; folder: string },
): Promise<LeftUploadShown[]> {
  const left = await services.files.resumable.left({ roomGuid: room, emails: provedEmails(identity) })
  return left.map((one) => {
    const { parentGuid } = one
    if (parentGuid === null || parentGuid === folder) return shown(one, now)
    const to = href(routes.rooms.add, { RoomGuid: room, ParentGuid: parentGuid })
    return { ...shown(one, now), link: { to, label: 'Go to its folder' } }
  })
}

function shown(one: LeftUpload, now: number): LeftUploadShown {
  const { guid, name, offset, size } = one
  const words = `${fileSize(offset)} of ${fileSize(size)} uploaded. Choose the same file to go on. ${keptFor(one, now)}`
  return { guid, name, words, link: null }
}

function keptFor({ endsAt }: LeftUpload, now: number): string {
  return `Kept for ${timeIn(endsAt - now)} more.`
}

function timeIn(milliseconds: number): string {
  const minutes = Math.max(1, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? '1 hour' : `${hours} hours`
}
