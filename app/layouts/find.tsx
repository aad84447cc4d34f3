import { Search } from '#app/ui/icons/icons.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
// The address of the script as a file of its own, which is not what it exports.
// oxlint-disable-next-line import/default
import keys from '#app/enhance/find-keys-alone.ts?worker&url'
import { href, routes } from '#app/routes.ts'

/** The search of everything, over each page; Enter sends it. If script runs, keys lead to it. */
export function Find() {
  return (
    <search className="find">
      <form method="get" action={href(routes.home.search)}>
        <label className="unseen" htmlFor="find">
          Search files, people, rooms and settings
        </label>
        <Search className="i" aria-hidden="true" />{' '}
        <input
          id="find"
          type="search"
          name="q"
          placeholder="Search"
          maxLength={maxSearchLength}
          autoComplete="off"
        />
      </form>
      <script type="module" src={keys} />
    </search>
  )
}
