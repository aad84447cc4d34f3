import { useActionData, useLoaderData } from '@remix-run/react'
import { sameForm } from '#server/rooms/rights/rights-forms.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { href, routes } from '#app/routes.ts'
import { chosenRights } from '#app/rooms/rights/shared/chosen-rights.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { RightChoice } from '#app/rooms/rights/shared/right-choice.tsx'
import { RightsWays, RoomWideRights } from '#app/rooms/rights/shared/rights-ways.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { RightsPreview, type ShownPreview } from '#app/rooms/rights/shared/rights-preview.tsx'
import { ChosenElsewhere, Turns } from '#app/rooms/rights/shared/turns.tsx'
import { action as submit } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { shownCell } from '#app/rooms/rights/shared/right-cells.server.ts'
import { holderIntents } from '#app/rooms/rights/shared/rights-actions.server.ts'
import { namesIn, roomWide } from '#app/rooms/rights/shared/rights-page.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { shownAddress } from '#app/rooms/rights/shared/turned-to.server.ts'

export const loader = load(routes.rooms.rights.holder, 'member can manage', async ({ room, ...context }) => {
  const { RoomGuid: guid, Holder: holderGuid } = context.params
  const wide = roomWide(context, room)
  if (wide) return { wide, table: null }
  const url = shownAddress(context)
  const folderGuid = url.searchParams.get('folder') ?? guid
  const page = pageNumber(url)
  const withFiles = url.searchParams.has('files')
  const level = await context.services.rooms.rights.level(room, holderGuid, { folderGuid, withFiles, page })
  const { holder, way, rows } = level
  const nameOf = namesIn(
    room,
    way,
    rows.map(({ item }) => item),
  )
  const files = withFiles ? 'yes' : undefined
  const folder = folderGuid === guid ? undefined : folderGuid
  type Query = { folder?: string | undefined; files?: string | undefined }
  const here = (query: Query) =>
    href(routes.rooms.rights.holder, { RoomGuid: guid, Holder: holderGuid }, query)
  const ofMember = { RoomGuid: guid, Member: holderGuid }
  const isMember = holder.kind === 'member'
  const table = {
    who: holder.email ?? holder.name,
    about: [
      isMember && holder.name ? holder.name : '',
      isMember ? '' : 'Group',
      roleName(holder.role, room.version),
      holder.group ? `group ${holder.group.name}` : '',
      holder.isSuspended ? 'suspended' : '',
    ]
      .filter(Boolean)
      .join(', '),
    holderGuid,
    head: roomHead(context, room, { here: 'rights' }),
    ways: {
      trail: way.map(({ guid: folder, name }) => ({
        name: folder === guid ? room.name : name,
        to: here({ folder: folder === guid ? undefined : folder, files }),
      })),
      links: [
        { label: 'Everyone', to: href(routes.rooms.rights.matrix, { RoomGuid: guid }, { folder }) },
        ...(isMember
          ? [{ label: 'View as this member', to: href(routes.rooms.rights.viewAs, ofMember, { folder }) }]
          : []),
        ...(holder.group
          ? [
              {
                label: `Permissions of the group ${holder.group.name}`,
                to: href(
                  routes.rooms.rights.holder,
                  { RoomGuid: guid, Holder: holder.group.guid },
                  { folder },
                ),
              },
            ]
          : []),
      ],
    },
    files: { to: here({ folder, files: withFiles ? undefined : 'yes' }), areShown: withFiles },
    rows: rows.map(({ item, cell }) => {
      const isRoot = item.guid === guid
      const isHere = item.guid === folderGuid
      const name = isRoot ? 'Whole room' : item.name
      return {
        guid: item.guid,
        name,
        note: isHere && !isRoot ? 'this folder' : item.isClosed ? 'hidden by default' : '',
        to: item.isFolder && !isHere ? here({ folder: item.guid, files }) : null,
        why:
          isMember && !isRoot
            ? href(routes.rooms.rights.explain, { ...ofMember, ShareGuid: item.guid })
            : null,
        cell: shownCell(cell, holder, { ...item, isRoot }, nameOf),
      }
    }),
    here: url.pathname + url.search,
    pages: {
      what: withFiles ? 'folders and files' : 'folders',
      previous: page > 1 ? `page=${page - 1}` : null,
      next: level.hasMore ? `page=${page + 1}` : null,
      where: `Page ${page}`,
    },
  }
  return { wide: null, table, constraints: constraintsOf({ previewSame: sameForm }) }
})

export const action = submit(routes.rooms.rights.holder, 'member can manage', holderIntents)

export const meta = titled<typeof loader>(({ table }) =>
  table ? `Permissions of ${table.who}` : 'Permissions',
)

export default function RoomRights() {
  const { wide, table } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (wide) return <RoomWideRights wide={wide} />
  const { who, holderGuid, files, rows } = table
  const chosen = chosenRights(answer)
  const elsewhere = chosen.elsewhere(
    [holderGuid],
    rows.map(({ guid }) => guid),
  )
  return (
    <div className="stack-wide">
      <RoomHead head={table.head} title={`Permissions of ${who}`} />
      <RightsWays {...table.ways} />
      <p className="soft">{table.about}</p>
      {answer?.shown ? <RightsPreview preview={answer.shown as ShownPreview} /> : null}
      <Form
        intent="previewRights"
        action={table.here}
        answer={answer?.intent === 'saveRights' ? { ...answer, intent: 'previewRights' } : answer}
        className="stack-wide"
      >
        <input type="hidden" name="holder" value={holderGuid} />
        <input type="hidden" name="was" value={rows.map(({ cell }) => cell.was).join(',')} />
        <ChosenElsewhere changes={elsewhere} />
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Permission</th>
              <th scope="col">Effective</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ guid, name, note, to, why, cell }) => (
              <tr key={guid}>
                <td className="name">
                  <input type="hidden" name="item" value={guid} />
                  {to ? <a href={to}>{name}</a> : name}
                  {note ? <span className="small soft"> {note}</span> : null}
                </td>
                <td>
                  <RightChoice cell={cell} chosen={chosen.of(holderGuid, guid)} />
                </td>
                <td>
                  {cell.right} <span className="small soft">{cell.source}</span>{' '}
                  {why ? (
                    <a className="small" href={why}>
                      Why?<span className="unseen"> {name}</span>
                    </a>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Turns {...table.pages} />
        <p className="row">
          <Submit>See what changes</Submit>{' '}
          <a href={files.to}>{files.areShown ? 'Show folders only' : 'Show files too'}</a>
        </p>
        <p className="small soft">You’ll see who gains or loses access before anything is saved.</p>
      </Form>
      <section className="card stack">
        <h2>Copy someone else’s permissions</h2>
        <Form intent="previewSame" answer={answer}>
          <Field
            name="as"
            label="Copy from"
            hint="A member’s email address or a group’s name. Their permissions replace everything set here. The role doesn’t change."
            answer={answer?.intent === 'previewSame' ? answer : undefined}
            autoComplete="off"
          />
          <Submit className="btn-quiet">Preview copy</Submit>
        </Form>
      </section>
    </div>
  )
}
