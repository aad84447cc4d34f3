import { redirect } from '@remix-run/node'
import type { FileKind } from '#server/rules/files/files.ts'
import { pagesOnScreen, screenWidths } from '#server/rules/sharing/options.ts'
import { entryOf, hasFlag, Problem, type ProblemName } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { leadFromEnd } from './ended.server.ts'
import { identify, type RequestContext } from '#app/request/loader.server.ts'
import { roomFilePath } from './room-links.server.ts'
import { roomEntryPath } from '#app/request/room.server.ts'

/** Whether an address requests small grey pages, one at a time. */
export function isSlowLine({ url }: RequestContext): boolean {
  return url.searchParams.get('slow') === '1'
}

/** Pages per screen: fewer on phones, and one on a slow connection. */
export function screenLength(context: RequestContext): number {
  const { client, url } = context
  if (isSlowLine(context)) return 1
  const isMobile = /Mobi|Android/.test(client.userAgent) || url.searchParams.get('screen') === 'small'
  return isMobile ? pagesOnScreen.mobile : pagesOnScreen.desktop
}

/** The first page of the screen with the page that an address requests. */
export function firstPage({ url }: RequestContext, count: number): number {
  const page = Number(url.searchParams.get('page') ?? '1')
  const wanted = Number.isSafeInteger(page) && page >= 1 ? page : 1
  return wanted - ((wanted - 1) % count)
}

/** The version of the file that an address requests; by default the current one. */
export function versionIn({ url }: RequestContext): number | undefined {
  const version = url.searchParams.get('version')
  if (version === null) return undefined
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0
}

/** Redirects a reader to the step that is required first, if that is why the policy refused. */
export function leadToStep(refusal: ProblemName | null, guid: string): void {
  const step = refusal && entryOf(refusal).doneAt
  if (step) throw redirect(href(routes.reading[step], { ShareGuid: guid }), { status: 303 })
}

/** Redirects a reader to the step that is still missing; any other failure is rethrown. */
export async function leadOn(context: RequestContext, error: unknown, guid: string): Promise<never> {
  if (!(error instanceof Problem)) throw error
  const { problem } = error
  if (problem === 'identityNeeded') return identify(context, guid)
  await leadInRoom(context, problem, guid)
  const page = entryOf(problem).insteadAt
  if (page)
    throw redirect(
      href(routes.reading[page], { ShareGuid: guid }, page === 'play' ? { version: versionIn(context) } : {}),
    )
  return askIdentity(context, error, guid)
}

/** Redirects readers of a file in a room to the room's sign-in page, or to the page of what is not shown. */
async function leadInRoom(context: RequestContext, problem: ProblemName, guid: string): Promise<void> {
  const isAtEntry = hasFlag(problem, 'atRoomEntry')
  if (!isAtEntry && !hasFlag(problem, 'isOfFile')) return
  const { found } = await context.services.viewing.pages.look(await context.visitor.identity(), guid)
  if (!found?.room) return
  if (isAtEntry || !(found.policyFacts.isOpened || found.policyFacts.relationship === 'owner'))
    throw redirect(roomEntryPath(context, found.room.guid), { status: 303 })
  throw redirect(roomFilePath(found.room, guid, found.room.parentGuid))
}

/** Makes a reader who is no longer known sign in again, after buttons, too; any other failure is rethrown. */
export async function askIdentity(context: RequestContext, error: unknown, guid: string): Promise<never> {
  if (!(error instanceof Problem)) throw error
  if (error.problem === 'identityNeeded') return identify(context, guid)
  if (hasFlag(error.problem, 'atRoomEntry')) await leadInRoom(context, error.problem, guid)
  leadToStep(error.problem, guid)
  await leadFromEnd(context, error.problem, guid)
  throw error
}

export type PagePicture = {
  number: number
  src: string
  srcSet: string
  /** The widest of them, for paper. */
  sharpest: string
  width: number
  height: number
}

export type PictureQuery = {
  version?: number | undefined
  mark?: 'off' | undefined
  again?: 1 | undefined
}

/**
 * A page as the browser fetches it: up to three widths, each authorized again. `page` in PDF points. An image is shown
 * no larger than it is: its pixels are 96 to the inch, points are 72. `mark` off: as unmarked.server.ts allows;
 * `again`: on a page that reloaded itself.
 */
export function pagePicture(
  shareGuid: string,
  page: { number: number; width: number; height: number },
  kind: FileKind,
  query: PictureQuery = {},
): PagePicture {
  function at(width: number): string {
    return href(
      routes.reading.pageImage,
      { ShareGuid: shareGuid, Page: String(page.number) },
      { width, ...query },
    )
  }
  const ownWidth = kind === 'image' ? Math.round((page.width * 96) / 72) : Infinity
  const shownWidth = Math.min(1200, ownWidth)
  const widths = screenWidths.filter((_, index) => index === 0 || screenWidths[index - 1]! < ownWidth)
  return {
    number: page.number,
    src: at(widths.findLast((width) => width <= 1200) ?? widths[0]!),
    srcSet: widths.map((width) => `${at(width)} ${Math.min(width, ownWidth)}w`).join(', '),
    sharpest: at(widths.at(-1)!),
    width: shownWidth,
    height: Math.max(1, Math.round((shownWidth * page.height) / page.width)),
  }
}

/**
 * Whether someone gets to see the response: not for HEAD. Throws notBeforehand for what a browser prefetches: it would
 * be shown later without being counted.
 */
export function isCounted({ request }: RequestContext): boolean {
  const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  if (/prefetch|preview/i.test(purpose)) throw new Problem('notBeforehand')
  return request.method === 'GET'
}
