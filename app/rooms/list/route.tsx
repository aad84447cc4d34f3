import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FolderLock } from '#app/ui/icons/icons.ts'
import { href, routes } from '#app/routes.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { NothingFound } from '#app/ui/tables/nothing-found.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomTable } from './room-table.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { titled } from '#app/request/titled.ts'
import {
  beside,
  listedRoom,
  roomOrderLinks,
  roomRange,
  roomsPath,
} from '#app/view-models/lists/listed-rooms.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { isTeamAdmin } from '#server/rules/accounts/team-roles.ts'

/** The user's own rooms, and those of others that the user is a member of, by any address of the account. */
export const loader = load(routes.rooms.index, 'user', async ({ user, ...context }) => {
  if (context.url.searchParams.has('createfolder')) throw redirect(href(routes.rooms.create))
  const range = roomRange(context.url)
  const { rows, hasBefore, hasAfter } = await context.services.rooms.lists.list(
    await context.visitor.identity(),
    range,
  )
  const [first, last] = [rows[0], rows.at(-1)]
  const cleared = { ...range, search: '' }
  const offers = await context.services.rooms.offers.waitingFor(user)
  return {
    offers: offers.map(({ guid, name }) => ({
      name,
      to: href(routes.rooms.transferOffer, { RoomGuid: guid }),
    })),
    team: isTeamAdmin(user) ? href(routes.rooms.team.index) : null,
    rooms: rows.map((row) => listedRoom(row, user.timeZone, context.now)),
    isEmpty: rows.length === 0 && range.search === '' && range.beside === null,
    search: range.search,
    kept: Object.fromEntries(new URL(roomsPath(cleared), context.url).searchParams),
    clear: roomsPath(cleared),
    orders: roomOrderLinks(range),
    previous: hasBefore && first ? roomsPath(range, { before: beside(first, range.order) }) : null,
    next: hasAfter && last ? roomsPath(range, { after: beside(last, range.order) }) : null,
  }
})

export const meta = titled('Data rooms')

export default function Rooms() {
  const list = useLoaderData<typeof loader>()
  if (list.isEmpty) return <NoRooms list={list} />
  return (
    <>
      <AreaHead title="Data rooms" actions={<Acts list={list} />} />
      <Offers offers={list.offers} />
      <div className="tools">
        <ChoiceLinks label="Sort by" choices={list.orders} />{' '}
        <SearchForm
          action={href(routes.rooms.index)}
          label="Search by name"
          name="q"
          value={list.search}
          kept={list.kept}
          clear={list.clear}
        />
      </div>
      {list.rooms.length > 0 ? (
        <RoomTable rooms={list.rooms} />
      ) : (
        <NothingFound
          words="No data rooms match."
          all={{ to: href(routes.rooms.index), label: 'Show all data rooms' }}
        />
      )}
      <Pager label="Pages of the list" previous={list.previous} next={list.next} where="" />
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>

/** Where else rooms are, and the button for a new one. */
function Acts({ list: { team } }: { list: Shown }) {
  return (
    <>
      {team === null ? null : (
        <a className="btn btn-bare" href={team}>
          Your team’s data rooms
        </a>
      )}{' '}
      <a className="btn btn-bare" href={href(routes.rooms.trash)}>
        Trash
      </a>{' '}
      <a className="btn btn-main" href={href(routes.rooms.create)}>
        New data room
      </a>
    </>
  )
}

function Offers({ offers }: { offers: Shown['offers'] }) {
  return offers.map(({ name, to }) => (
    <p key={to} className="note break">
      <span>
        {name} has been offered to you. <a href={to}>Review offer</a>
      </span>
    </p>
  ))
}

function NoRooms({ list }: { list: Shown }) {
  return (
    <>
      <AreaHead title="Data rooms" actions={<Acts list={list} />} />
      <Offers offers={list.offers} />
      <div className="card empty stack">
        <FolderLock className="i" aria-hidden="true" />
        <p>
          Share folders and files with people you choose. Data rooms you own or are a member of appear here.
        </p>
      </div>
    </>
  )
}
