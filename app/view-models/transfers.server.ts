import type { User } from '#server/accounts/accounts.ts'
import { counted } from '#server/rules/text/format.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { copyShown } from './clouds/copy-shown.server.ts'
import { zipPath } from './zip-links.server.ts'

/** What goes on while its person is on other pages, and where all of it is shown. */
export type TransferShown = { to: string; label: string }

/** What is on its way to or for someone: archives, and copies from cloud storage. Not on its own page, which shows it. */
export async function transfersShown(
  { services, visitor, url }: RequestContext,
  user: User | null,
): Promise<TransferShown[]> {
  const { copies } = services.clouds
  const [zips, underWay] = await Promise.all([
    visitor.identity().then((identity) => services.zips.pending(identity)),
    user ? copies.underWay(user) : [],
  ])
  const shown = [
    ...zips.map(({ name, state, done, total, address }) => ({
      to: zipPath(address),
      label: `${name}.zip: ${zipText(state, done, total)}`,
    })),
    ...(await Promise.all(underWay.map((copy) => copyShown(copies, copy)))).map(({ to, label, words }) => ({
      to,
      label: `${label}: ${words}`,
    })),
  ]
  return shown.filter(({ to }) => to !== url.pathname)
}

function zipText(state: 'processing' | 'ready' | 'sending', done: number, total: number): string {
  if (state === 'ready') return 'ready to download'
  const words = `${done.toLocaleString('en')} of ${counted(total, 'file')}`
  return state === 'sending' ? `${words} sent` : words
}
