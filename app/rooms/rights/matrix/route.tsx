import { useActionData, useLoaderData } from '@remix-run/react'
import { counted } from '#server/rules/text/format.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { href, routes } from '#app/routes.ts'
import { chosenRights } from '#app/rooms/rights/shared/chosen-rights.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { RightMatrix } from './right-matrix.tsx'
import { RightsWays, RoomWideRights } from '#app/rooms/rights/shared/rights-ways.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { RightsPreview, type ShownPreview } from '#app/rooms/rights/shared/rights-preview.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { titled } from '#app/request/titled.ts'
import { ChosenElsewhere, Turns } from '#app/rooms/rights/shared/turns.tsx'
import { action as submit } from '#app/request/action.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { shownCell } from '#app/rooms/rights/shared/right-cells.server.ts'
import { matrixIntents } from '#app/rooms/rights/shared/rights-actions.server.ts'
import { namesIn, roomWide } from '#app/rooms/rights/shared/rights-page.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { shownAddress } from '#app/rooms/rights/shared/turned-to.server.ts'

export const loader = load(routes.rooms.rights.matrix, 'member can manage', async ({ room, ...context }) => {
  const guid = context.params.RoomGuid
  const wide = roomWide(context, room)
  if (wide) return { wide, table: null }
  const url = shownAddress(context)
  const folderGuid = url.searchParams.get('folder') ?? guid
  const columns = pageNumber(url, 'columns')
  const search = (url.searchParams.get('q') ?? '').slice(0, 200)
  const matrix = await context.services.rooms.rights.matrix(room, folderGuid, {
    page: pageNumber(url),
    columns,
    search,
  })
  const { way, items, rows, total, owners, page, pages } = matrix
  const nameOf = namesIn(room, way, items)
  const folder = folderGuid === guid ? undefined : folderGuid
  type Query = { folder?: string | undefined; q?: string | undefined }
  const here = (query: Query) =>
    href(routes.rooms.rights.matrix, { RoomGuid: guid }, { folder, q: search || undefined, ...query })
  const table = {
    action: href(routes.rooms.rights.matrix, { RoomGuid: guid }),
    here: url.pathname + url.search,
    head: roomHead(context, room, { here: 'rights' }),
    ways: {
      trail: way.map(({ guid: step, name }) => ({
        name: step === guid ? room.name : name,
        to: here({ folder: step === guid ? undefined : step }),
      })),
    },
    owners: owners.join(', '),
    search,
    kept: (folder === undefined ? {} : { folder }) as Record<string, string>,
    clear: here({ q: undefined }),
    folders: items.map((item) => ({
      guid: item.guid,
      name: item.guid === guid ? 'Whole room' : item.name,
      note: item.guid === folder ? 'this folder' : item.isClosed ? 'hidden by default' : '',
      to: item.guid === folderGuid ? null : here({ folder: item.guid }),
    })),
    rows: rows.map(({ holder, cells }) => ({
      guid: holder.guid,
      name: holder.email ?? holder.name,
      about: [
        holder.kind === 'group' ? 'Group' : holder.name,
        roleName(holder.role, room.version),
        holder.group ? `group ${holder.group.name}` : '',
        holder.isSuspended ? 'suspended' : '',
      ]
        .filter(Boolean)
        .join(', '),
      to: href(routes.rooms.rights.holder, { RoomGuid: guid, Holder: holder.guid }, { folder }),
      cells: cells.map((cell, at) => {
        const item = items[at]!
        return shownCell(cell, holder, { ...item, isRoot: item.guid === guid }, nameOf)
      }),
    })),
    counted: total === 1 ? '1 member or group' : `${total.toLocaleString('en')} members and groups`,
    closing: folder === undefined ? null : { name: way.at(-1)!.name, isClosed: way.at(-1)!.is_closed === 1 },
    rowPages: {
      what: 'people',
      previous: page > 1 ? `page=${page - 1}` : null,
      next: page < pages ? `page=${page + 1}` : null,
      where: `Page ${page} of ${pages}`,
    },
    columnPages: {
      what: 'folders',
      previous: columns > 1 ? `columns=${columns - 1}` : null,
      next: matrix.hasMoreItems ? `columns=${columns + 1}` : null,
      where: `${counted(items.length, 'folder')} side by side`,
    },
  }
  return { wide: null, table }
})

export const action = submit(routes.rooms.rights.matrix, 'member can manage', matrixIntents)

export const meta = titled('Permissions')

export default function RoomMatrix() {
  const { wide, table } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (wide) return <RoomWideRights wide={wide} />
  const ofTable = answer?.intent === 'previewClosed' ? undefined : answer
  const chosen = chosenRights(ofTable)
  const [holders, items] = [table?.rows ?? [], table?.folders ?? []].map((all) => all.map(({ guid }) => guid))
  return (
    <div className="stack-wide">
      <RoomHead head={table.head} title="Permissions" />
      <RightsWays {...table.ways} />
      {answer?.shown ? <RightsPreview preview={answer.shown as ShownPreview} /> : null}
      <p className="small soft">
        {table.owners}: full access everywhere. Everyone else has the permissions of their role, unless you
        set something else here. It applies to a folder and everything in it.
      </p>
      <SearchForm
        action={table.action}
        label="Member or group"
        name="q"
        value={table.search}
        kept={table.kept}
        clear={table.clear}
      />
      {table.rows.length === 0 ? (
        <p>
          {table.search
            ? 'No members or groups match.'
            : 'Invite members first, then set their permissions here.'}
        </p>
      ) : (
        <Form
          intent="previewRights"
          action={table.here}
          answer={ofTable ? { ...ofTable, intent: 'previewRights' } : undefined}
          className="stack-wide"
        >
          <ChosenElsewhere changes={chosen.elsewhere(holders!, items!)} />
          <Turns {...table.columnPages} />
          <RightMatrix folders={table.folders} rows={table.rows} chosen={chosen} />
          <Turns {...table.rowPages} />
          <Submit>See what changes</Submit>
          <p className="small soft">You’ll see who gains or loses access before anything is saved.</p>
        </Form>
      )}
      <p className="soft">{table.counted}</p>
      {table.closing ? <Closing closing={table.closing} /> : null}
    </div>
  )
}

/** Whether a folder is hidden from people without a grant: the button does the opposite. */
function Closing({ closing: { name, isClosed } }: { closing: { name: string; isClosed: boolean } }) {
  return (
    <section className="card stack">
      <h2 className="break">Who can see {name} by default</h2>
      <p>
        {isClosed
          ? 'Hidden by default: only members and groups with a permission on this folder, or on something in it, can see it.'
          : 'Inherited: anyone who can see the folder above can see this one, unless it’s hidden from them.'}
      </p>
      <Form intent="previewClosed">
        <input type="hidden" name="isClosed" value={isClosed ? 'no' : 'yes'} />
        <Submit className="btn-quiet">
          {isClosed
            ? 'See what changes if access is inherited'
            : 'See what changes if it’s hidden by default'}
        </Submit>
      </Form>
    </section>
  )
}
