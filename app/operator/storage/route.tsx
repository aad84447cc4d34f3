import { useLoaderData } from '@remix-run/react'
import { fileSize } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { AccountTable } from '#app/operator/shared/account-table.tsx'
import { afterIn, rowsShown, screenOf } from '#app/operator/shared/after.server.ts'
import { listedAccount } from '#app/operator/shared/listed-account.server.ts'
import { ListPager } from '#app/operator/shared/list-pager.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

/** Who stores how much, those with most first, and what is left. */
export const loader = load(
  routes.operator.storage.index,
  'operator',
  async ({ user, services, url, now }) => {
    const after = afterIn(url)
    const path = (next?: string) => href(routes.operator.storage.index, {}, { after: next })
    const rows = await services.operator.accounts.byStorage(rowsShown + 1, after)
    const { shown, next } = screenOf(rows, {
      lastOf: ({ storageBytes, guid }) => ({ at: storageBytes, guid }),
      toNext: path,
    })
    const { disk } = (await services.health.report()).checks
    return {
      accounts: shown.map((account) => listedAccount(account, user.timeZone, now)),
      free:
        disk.freeBytes === undefined || disk.totalBytes === undefined
          ? null
          : `${fileSize(disk.freeBytes)} free of ${fileSize(disk.totalBytes)}`,
      first: after ? path() : null,
      next,
    }
  },
)

export const meta = titled('Storage – Server')

export default function Storage() {
  const { accounts, free, first, next } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead
        here="storage"
        facts={free}
        actions={
          <a className="btn" href={href(routes.operator.storage.clean)}>
            Clean up now
          </a>
        }
      />
      <h2 id="here" className="unseen">
        Storage by account
      </h2>
      <AccountTable accounts={accounts} />
      <ListPager first={first} next={next} />
    </>
  )
}
