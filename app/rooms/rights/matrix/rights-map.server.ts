import { mapShows, type Matrix, type MapShows } from '#server/rooms/rights/right-matrix.ts'
import { foldersBeside } from '#server/rooms/rights/right-matrix.ts'
import type { RightHolder } from '#server/rooms/rights/right-holders.ts'
import type { RightCell } from '#server/rooms/rights/right-levels.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import { pageNumber } from '#app/request/loader.server.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { shownCellLink } from '#app/rooms/rights/shared/right-cells.server.ts'
import { namesIn } from '#app/rooms/rights/shared/rights-page.server.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { ShownMap } from './rights-map.tsx'

/** What an address of the map asks for: whom it shows, which folders, and the cell that its panel is about. */
export type MapQuery = {
  /** The folder whose folders are the columns; the room itself if there is none. */
  folder: string | undefined
  q: string | undefined
  show: MapShows
  page: number
  columns: number
  person: string | undefined
  item: string | undefined
}

/** Anything that the map does not know is ignored. */
export function mapQuery(url: URL, roomGuid: string): MapQuery {
  const { searchParams } = url
  const folder = searchParams.get('folder') || undefined
  const [person, item] = [searchParams.get('person'), searchParams.get('item')]
  const isCell = person !== null && item !== null
  return {
    folder: folder === roomGuid ? undefined : folder,
    q: (searchParams.get('q') ?? '').slice(0, maxSearchLength) || undefined,
    show: mapShows.find((one) => one === searchParams.get('show')) ?? 'everyone',
    page: pageNumber(url),
    columns: pageNumber(url, 'columns'),
    person: isCell ? person : undefined,
    item: isCell ? item : undefined,
  }
}

export type MapLink = (change: Partial<MapQuery>) => string

/** Links to the same map with something else: they keep the rest, but not the panel. */
export function mapLinks(roomGuid: string, query: MapQuery): MapLink {
  return (change) => {
    const { show, page, columns, ...more } = { ...query, person: undefined, item: undefined, ...change }
    return href(
      routes.rooms.rights.matrix,
      { RoomGuid: roomGuid },
      {
        ...more,
        show: show === 'everyone' ? undefined : show,
        page: page === 1 ? undefined : page,
        columns: columns === 1 ? undefined : columns,
      },
    )
  }
}

/** The map, ready to display. */
export function shownMap(room: RoomAccess, matrix: Matrix, query: MapQuery, link: MapLink): ShownMap {
  const { path, items, rows } = matrix
  const nameOf = namesIn(room, path, items)
  const level = query.folder ?? room.guid
  const before = (query.columns - 1) * foldersBeside + (query.columns === 1 ? 0 : 1)
  const folders = items.map((item, at) => {
    const isLevel = item.guid === level
    return {
      guid: item.guid,
      name: item.guid === room.guid ? 'Whole room' : item.name,
      number: isLevel ? 'All' : String(before + at),
      note: item.guid === query.folder ? 'this folder' : item.isClosed ? 'hidden by default' : '',
      to: isLevel ? null : link({ folder: item.guid, columns: 1 }),
      isRoom: item.guid === room.guid,
    }
  })
  const shownRow = ({ holder, cells }: { holder: RightHolder; cells: RightCell[] }) => {
    const { guid, email } = holder
    const name = holder.name || email!
    return {
      guid,
      isGroup: holder.kind === 'group',
      name,
      initials: email === null ? null : initialsOf(name),
      about: aboutOf(holder),
      to: href(
        routes.rooms.rights.holder,
        { RoomGuid: room.guid, Holder: guid },
        {
          folder: query.folder,
        },
      ),
      cells: cells.map((cell, at) => {
        const item = folders[at]!
        const to = link({ person: guid, item: item.guid })
        const isOpen = query.person === guid && query.item === item.guid
        return shownCellLink(cell, { who: name, item, nameOf }, { to, isOpen })
      }),
    }
  }
  return { folders, rows: rows.map(shownRow) }
}

function aboutOf({ name, email, isSuspended }: RightHolder): string {
  return [name && email ? email : '', isSuspended ? 'suspended' : ''].filter(Boolean).join(', ')
}
