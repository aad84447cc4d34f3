import { Fragment } from 'react'
import { useLoaderData } from '@remix-run/react'
import { Search as Magnifier } from '#app/ui/icons/icons.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { foundEverywhere, type HitGroup } from './search.server.ts'

export const loader = load(routes.home.search, 'user', async ({ user, ...context }) => {
  const entered = context.url.searchParams.get('q') ?? ''
  const search = entered.slice(0, maxSearchLength).replaceAll('\0', '')
  return { search, groups: await foundEverywhere(context, user, search) }
})

export const meta = titled('Search')

export default function Search() {
  const { search, groups } = useLoaderData<typeof loader>()
  return (
    <>
      <AreaHead title="Search" />
      <div className="tools">
        <SearchForm
          action={href(routes.home.search)}
          label="Search files, people, rooms and settings"
          name="q"
          value={search}
          kept={{}}
          clear={href(routes.home.search)}
        />
      </div>
      {groups.map((group) => (
        <Group key={group.label} {...group} />
      ))}
      {search.trim() !== '' && groups.length === 0 ? (
        <div className="card empty stack">
          <Magnifier className="i" aria-hidden="true" />
          <h2>No results</h2>
          <p className="soft">
            Search matches the beginning of words: names of sent files and their recipients, received files
            and their senders, data rooms with their files, folders and members, and settings.
          </p>
        </div>
      ) : null}
    </>
  )
}

function Group({ label, hits, more }: HitGroup) {
  return (
    <section className="section" aria-label={label}>
      <header>
        <h2>{label}</h2>
        {more.length > 0 ? (
          <p className="push small">
            {more.map((link) => (
              <Fragment key={link.to}>
                {' '}
                <a className="break" href={link.to}>
                  {link.label}
                </a>
              </Fragment>
            ))}
          </p>
        ) : null}
      </header>
      <div className="list feed">
        <ul>
          {hits.map(({ key, name, to, note }) => (
            <li key={key} className="hit">
              <div>
                <a className="break" href={to}>
                  {name}
                </a>
                {note ? <p className="tiny soft break">{note}</p> : null}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
