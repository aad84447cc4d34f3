import { redirect } from '@remix-run/node'
import { pagesOnScreen, pageWidths } from '#server/rules/options.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import { href } from '../routes.ts'
import { identify, type Given } from './loader.server.ts'

/** Pages a screen: fewer on phones (specification 1, section 9). */
export function screenLength({ client, url }: Given): number {
  const isMobile = /Mobi|Android/.test(client.userAgent) || url.searchParams.get('screen') === 'small'
  return isMobile ? pagesOnScreen.mobile : pagesOnScreen.desktop
}

/** The first page of the screen that holds the page an address asks for. */
export function firstPage({ url }: Given, count: number): number {
  const page = Number(url.searchParams.get('page') ?? '1')
  const wanted = Number.isSafeInteger(page) && page >= 1 ? page : 1
  return wanted - ((wanted - 1) % count)
}

/** The version of the file that an address asks for; none asks for the one that is shown. */
export function versionIn({ url }: Given): number | undefined {
  const version = url.searchParams.get('version')
  if (version === null) return undefined
  return /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0
}

/** Where a reader does what comes before the file. */
const steps: Partial<Record<ProblemName, (parameters: { ShareGuid: string }) => string>> = {
  termsNeeded: (share) => href('fileTerms', share),
  passkeyNeeded: (share) => href('filePasskey', share),
  nameNeeded: (share) => href('fileName', share),
}

/** Sends a reader to what has to be done first, if that is why the gate refused. */
export function leadToStep(refusal: ProblemName | null, guid: string): void {
  const step = refusal && steps[refusal]
  if (step) throw redirect(step({ ShareGuid: guid }), { status: 303 })
}

/** Takes a reader who came too early to where what is missing can be done; any other failure is thrown on. */
export async function leadOn(given: Given, error: unknown, guid: string): Promise<never> {
  const problem = error instanceof Problem ? error.problem : null
  if (problem === 'openFirst' || problem === 'processing') throw redirect(href('file', { ShareGuid: guid }))
  if (problem === 'printFirst') throw redirect(href('view', { ShareGuid: guid }))
  // What is not shown here can be downloaded from the file's own page.
  if (problem === 'viewNotAllowed') throw redirect(href('file', { ShareGuid: guid }))
  return askIdentity(given, error, guid)
}

/** Has a reader who is not known any more say again who it is, for buttons too; any other failure is thrown on. */
export async function askIdentity(given: Given, error: unknown, guid: string): Promise<never> {
  if (!(error instanceof Problem)) throw error
  if (error.problem === 'identityNeeded') return identify(given, guid)
  leadToStep(error.problem, guid)
  throw error
}

export type PagePicture = { number: number; src: string; srcSet: string; width: number; height: number }

/**
 * A page as the browser fetches it: up to three widths, each asked of the gate again. `page` in PDF points. A picture
 * is shown no larger than it is: its pixels are 96 to the inch, points are 72.
 */
export function pagePicture(
  shareGuid: string,
  page: { number: number; width: number; height: number },
  kind: 'pdf' | 'image' | 'text',
  version?: number,
): PagePicture {
  function at(width: number): string {
    return href('pageImage', { ShareGuid: shareGuid, Page: String(page.number) }, { width, version })
  }
  const ownWidth = kind === 'image' ? Math.round((page.width * 96) / 72) : Infinity
  const shownWidth = Math.min(1200, ownWidth)
  const widths = pageWidths.filter((_, index) => index === 0 || pageWidths[index - 1]! < ownWidth)
  return {
    number: page.number,
    src: at(widths.findLast((width) => width <= 1200) ?? widths[0]!),
    srcSet: widths.map((width) => `${at(width)} ${Math.min(width, ownWidth)}w`).join(', '),
    width: shownWidth,
    height: Math.max(1, Math.round((shownWidth * page.height) / page.width)),
  }
}

/**
 * Whether somebody gets to see what is sent: not for HEAD. Throws notBeforehand for what a browser fetches in case
 * somebody should want it: it would be shown later without being counted.
 */
export function isCounted({ request }: Given): boolean {
  const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  if (/prefetch|preview/i.test(purpose)) throw new Problem('notBeforehand')
  return request.method === 'GET'
}
