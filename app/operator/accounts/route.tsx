import { useLoaderData } from '@remix-run/react'
import type { AccountsShown } from '#server/operations/console/accounts.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { ListFilters } from '#app/ui/tables/list-filters.tsx'
import { NothingFound } from '#app/ui/tables/nothing-found.tsx'
import { afterIn, rowsShown, screenOf } from '#app/operator/shared/after.server.ts'
import { listedAccount } from '#app/operator/shared/listed-account.server.ts'
import { ListPager } from '#app/operator/shared/list-pager.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { AccountTable } from '#app/operator/shared/account-table.tsx'

const filters: { value: AccountsShown; label: string }[] = [
  { value: 'all', label: 'All accounts' },
  { value: 'operators', label: 'Administrators' },
  { value: 'Active', label: 'Active' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Suspended', label: 'Disabled' },
]

export const loader = load(
  routes.operator.accounts.index,
  'operator',
  async ({ user, services, url, now }) => {
    const { accounts } = services.operator
    const search = (url.searchParams.get('q') ?? '').trim().slice(0, 200)
    const shown = filters.find(({ value }) => value === url.searchParams.get('show'))?.value ?? 'all'
    const after = afterIn(url)
    const rows =
      search === ''
        ? await accounts.list(shown, rowsShown + 1, after)
        : await accounts.find(search, rowsShown + 1)
    const screen = screenOf(rows, {
      lastOf: ({ createdAt, guid }) => ({ at: createdAt, guid }),
      toNext: (next) => listPath({ show: shown, after: next }),
    })
    return {
      accounts: screen.shown.map((account) => listedAccount(account, user.timeZone, now)),
      search,
      shown,
      isNarrow: search !== '' || shown !== 'all',
      hasMoreFound: search !== '' && rows.length > rowsShown,
      first: search === '' && after ? listPath({ show: shown }) : null,
      next: search === '' ? screen.next : null,
    }
  },
)

function listPath({ show, after }: { show?: AccountsShown; after?: string }): string {
  return href(routes.operator.accounts.index, {}, { show: show === 'all' ? undefined : show, after })
}

export const meta = titled('Accounts – Server')

export default function Accounts() {
  const list = useLoaderData<typeof loader>()
  const all = href(routes.operator.accounts.index)
  return (
    <>
      <ServerHead
        here="accounts"
        actions={
          <a className="btn" href={href(routes.operator.accounts.create)}>
            Create account
          </a>
        }
      />
      <h2 id="here" className="unseen">
        Accounts
      </h2>
      <div className="tools">
        <ListFilters
          action={all}
          search={{
            label: 'Find by the beginning of an email address or name',
            placeholder: 'Email or name begins with',
            value: list.search,
          }}
          filters={[{ name: 'show', label: 'Show', value: list.shown, options: filters }]}
          verb="Find"
          clear={list.isNarrow ? all : null}
        />
      </div>
      {list.accounts.length === 0 ? (
        <NothingFound words="No accounts match." all={{ to: all, label: 'Show all accounts' }} />
      ) : (
        <AccountTable accounts={list.accounts} />
      )}
      {list.hasMoreFound ? (
        <p className="small soft section">More accounts match. Enter more of the address or name.</p>
      ) : null}
      <ListPager first={list.first} next={list.next} />
    </>
  )
}
