import { thumbnailWidth } from '#server/rules/sharing/options.ts'
import { href, routes } from '#app/routes.ts'

export type Thumbnail = { page: number; src: string; to: string; width: number; height: number }

type Page = { number: number; width: number; height: number }
type ThumbnailQuery = { version?: number | undefined; mark?: 'off' | undefined }

/** A page as a thumbnail with its reader's watermark; `to` is where its link leads. */
export function thumbnailOf(shareGuid: string, page: Page, to: string, query: ThumbnailQuery): Thumbnail {
  const { number, width, height } = page
  const address = { ShareGuid: shareGuid, Page: String(number) }
  return {
    page: number,
    src: href(routes.reading.pageImage, address, { width: thumbnailWidth, ...query }),
    to,
    width: thumbnailWidth,
    height: Math.max(1, Math.round((thumbnailWidth * height) / width)),
  }
}
