import { pagesOnScreen, pageWidths } from '#server/rules/options.ts'
import { href } from '../routes.ts'
import type { Given } from './loader.server.ts'

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

export type PagePicture = { number: number; src: string; srcSet: string; width: number; height: number }

/** A page as the browser fetches it: three widths, each asked of the gate again. */
export function pagePicture(
  shareGuid: string,
  page: { number: number; width: number; height: number },
): PagePicture {
  function at(width: number): string {
    return href('pageImage', { ShareGuid: shareGuid, Page: String(page.number) }, { width })
  }
  const shownWidth = 1200
  return {
    number: page.number,
    src: at(shownWidth),
    srcSet: pageWidths.map((width) => `${at(width)} ${width}w`).join(', '),
    width: shownWidth,
    height: Math.max(1, Math.round((shownWidth * page.height) / page.width)),
  }
}

/** Whether somebody looks at what is sent: not for HEAD, and not for what a browser fetches beforehand. */
export function isCounted({ request }: Given): boolean {
  return request.method === 'GET' && !/prefetch/.test(request.headers.get('sec-purpose') ?? '')
}
