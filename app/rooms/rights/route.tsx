import { useActionData, useLoaderData } from '@remix-run/react'
import { sameForm } from '#server/rooms/rights/rights-forms.ts'
import { sourceLabel } from '#server/rules/rooms/room-right-labels.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { href, routes } from '#app/routes.ts'
import { CellPanel } from '#app/rooms/rights/shared/cell-panel.tsx'
import { shownPanel } from '#app/rooms/rights/shared/cell-panel.server.ts'
import { LevelLegend } from '#app/rooms/rights/shared/levels.tsx'
import { backToChoice } from '#app/rooms/rights/shared/selected.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomWideRights } from '#app/rooms/rights/shared/rights-parts.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { RightsPreview, type ShownPreview } from '#app/rooms/rights/shared/rights-preview.tsx'
import { action as submit, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { shownCellLink } from '#app/rooms/rights/shared/right-cells.server.ts'
import { holderIntents } from '#app/rooms/rights/shared/rights-actions.server.ts'
import { namesIn, roomWide } from '#app/rooms/rights/shared/rights-page.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { FoldersOfOne } from './folders-of-one.tsx'

export const loader = load(routes.rooms.rights.holder, 'member can manage', async ({ room, ...context }) => {
  const { RoomGuid: guid, Holder: holderGuid } = context.params
  const wide = await roomWide(context, room)
  if (wide) return { wide, table: null }
  const { url } = context
  const folderGuid = url.searchParams.get('folder') ?? guid
  const page = pageNumber(url)
  const withFiles = url.searchParams.has('files')
  const { rights } = context.services.rooms
  const level = await rights.level(room, holderGuid, { folderGuid, withFiles, page })
  const itemGuid = url.searchParams.get('item')
  const open = itemGuid ? await rights.cell(room, holderGuid, itemGuid) : null
  const { holder, path, rows } = level
  const nameOf = namesIn(
    room,
    path,
    rows.map(({ item }) => item),
  )
  const files = withFiles ? 'yes' : undefined
  const folder = folderGuid === guid ? undefined : folderGuid
  type Query = { folder?: string | undefined; files?: string | undefined; page?: number; item?: string }
  const here = (query: Query) =>
    href(routes.rooms.rights.holder, { RoomGuid: guid, Holder: holderGuid }, query)
  const list = { folder, files, ...(page > 1 && { page }) }
  const ofMember = { RoomGuid: guid, Member: holderGuid }
  const isMember = holder.kind === 'member'
  const who = holder.email ?? holder.name
  const table = {
    who,
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
    head: await roomHead(context, room, { here: 'rights' }),
    permissions: href(routes.rooms.rights.matrix, { RoomGuid: guid }, { folder }),
    links: [
      ...(isMember
        ? [{ label: 'View as this member', to: href(routes.rooms.rights.viewAs, ofMember, { folder }) }]
        : []),
      ...(holder.group
        ? [
            {
              label: `Permissions of the group ${holder.group.name}`,
              to: href(routes.rooms.rights.holder, { RoomGuid: guid, Holder: holder.group.guid }, { folder }),
            },
          ]
        : []),
    ],
    shows: [
      { label: 'Folders', to: here({ folder }), isHere: !withFiles },
      { label: 'Folders and files', to: here({ folder, files: 'yes' }), isHere: withFiles },
    ],
    folders: {
      what: withFiles ? 'folders and files' : 'folders',
      rows: rows.map(({ item, cell, depth }) => {
        const isRoom = item.guid === guid
        const isHere = item.guid === folderGuid
        const name = isRoom ? 'Whole room' : item.name
        const notes = [isHere && !isRoom ? 'this folder' : '', item.isClosed ? 'hidden by default' : '']
        return {
          guid: item.guid,
          name,
          note: notes.filter(Boolean).join(', '),
          depth,
          to: item.isFolder && !isHere ? here({ folder: isRoom ? undefined : item.guid, files }) : null,
          isRoom,
          cell: shownCellLink(
            cell,
            { who, item: { guid: item.guid, name }, nameOf },
            { to: here({ ...list, item: item.guid }), isOpen: item.guid === itemGuid },
          ),
          source: sourceLabel(cell.reason, item.guid, nameOf),
        }
      }),
    },
    panel: open && shownPanel(room, open, { close: here(list), isOfMap: false }),
    pages: {
      previous: page > 1 ? here({ folder, files, page: page - 1 }) : null,
      next: level.hasMore ? here({ folder, files, page: page + 1 }) : null,
      where: `Page ${page}`,
    },
  }
  return { wide: null, table, constraints: constraintsOf({ previewSame: sameForm }) }
})

export const action = submit(routes.rooms.rights.holder, 'member can manage', holderIntents)

export { figuresSheet as links } from '#app/ui/charts/figures-sheet.ts'

export const meta = titled<typeof loader>(({ table }) =>
  table ? `Permissions of ${table.who}` : 'Permissions',
)

export default function RoomRights() {
  const { wide, table } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  if (wide) return <RoomWideRights wide={wide} />
  const { who, holderGuid, panel } = table
  const answer = backToChoice(posted, panel !== null)
  const preview = answer?.shown ? <RightsPreview preview={answer.shown as ShownPreview} /> : null
  return (
    <>
      <RoomHead
        head={table.head}
        title={`Permissions of ${who}`}
        crumbs={[{ to: table.permissions, label: 'Permissions' }]}
        actions={table.links.map(({ label, to }) => (
          <a key={to} className="btn" href={to}>
            {label}
          </a>
        ))}
      />
      {preview}
      <p className={preview ? 'soft section' : 'soft'}>{table.about}</p>
      <div className="tools section">
        <ChoiceLinks label="Show" choices={table.shows} />
      </div>
      <div className={panel ? 'cols' : undefined}>
        <div className="stack">
          <LevelLegend />
          <FoldersOfOne holder={holderGuid} folders={table.folders} answer={answer} />
          <Pager label="Pages of folders" {...table.pages} />
        </div>
        {panel ? (
          <CellPanel panel={panel} answer={answer?.intent === 'previewRights' ? answer : undefined} />
        ) : null}
      </div>
      <CopyRights answer={answer} />
    </>
  )
}

function CopyRights({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <section className="card stack section">
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
  )
}
