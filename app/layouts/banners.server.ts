import { internetExplorerNotice, isInternetExplorer } from '#server/rules/accounts/browsers.ts'
import { clientKindOf, outdatedClientText } from '#server/rules/product/client-kinds.ts'
import { updatedNotice } from '#server/rules/product/product.ts'
import type { Banner } from '#app/ui/root-data.ts'
import type { Context } from '#app/request/context.ts'

const diskFullNotice =
  'The server’s disk is full. People can still sign in, read and delete, but not upload. Free up storage: delete files permanently, or move the data folder to a larger disk.'

/** What a browser shows above the page it requested. */
export async function bannersFor({ visitor, client, services }: Context, url: URL): Promise<Banner[]> {
  const { isOutdated, label, version } = clientKindOf(client.userAgent, services.config.clientKeys)
  const banners: Banner[] = []
  if (visitor.isUpdated) {
    const to = url.pathname + url.search
    banners.push({ name: 'New version', text: updatedNotice.text, link: { label: updatedNotice.label, to } })
  }
  if (isInternetExplorer(client.userAgent)) banners.push({ name: 'Browser', text: internetExplorerNotice })
  if (isOutdated) banners.push({ name: label, text: `${label} ${version} ${outdatedClientText}` })
  if (services.database.reserve() === 'given up' && (await visitor.user())?.isOperator)
    banners.push({ name: 'Disk full', text: diskFullNotice })
  return banners
}
