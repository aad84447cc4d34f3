import { Search } from 'lucide-react'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'

/** The search of everything, over each page; Enter sends it. */
export function Find() {
  return (
    <search className="find">
      <form method="get" action={href(routes.home.search)}>
        <label className="unseen" htmlFor="find">
          Search files, rooms and settings
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
    </search>
  )
}
