import type { ZipAddress } from '#server/zips/zip-links.ts'
import { href, routes } from '#app/routes.ts'

/** The page of an archive, where it is downloaded. */
export function zipPath({ jobDate: JobDate, batch: Batch, secret: Secret }: ZipAddress): string {
  return href(routes.zips.page, { JobDate, Batch, Secret })
}

/** Which archive an address names. */
export function zipAddress(params: { JobDate: string; Batch: string; Secret: string }): ZipAddress {
  return { jobDate: params.JobDate, batch: params.Batch, secret: params.Secret }
}
