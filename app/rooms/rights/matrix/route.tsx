import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { CellPanel } from '#app/rooms/rights/shared/cell-panel.tsx'
import { shownPanel } from '#app/rooms/rights/shared/cell-panel.server.ts'
import { LevelLegend } from '#app/rooms/rights/shared/levels.tsx'
import { backToChoice } from '#app/rooms/rights/shared/selected.ts'
import { FolderTrail, RoomWideRights } from '#app/rooms/rights/shared/rights-parts.tsx'
import { RightsPreview, type ShownPreview } from '#app/rooms/rights/shared/rights-preview.tsx'
import { RightsMap } from './rights-map.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { matrixIntents } from '#app/rooms/rights/shared/rights-actions.server.ts'
import { roomWide } from '#app/rooms/rights/shared/rights-page.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { mapLinks, mapQuery, shownMap } from './rights-map.server.ts'

export const loader = load(routes.rooms.rights.matrix, 'member can manage', async ({ room, ...context }) => {
  const guid = room.guid
  const wide = await roomWide(context, room)
  if (wide) return { wide, page: null }
  const query = mapQuery(context.url, guid)
  const link = mapLinks(guid, query)
  const { rights } = context.services.rooms
  const matrix = await rights.matrix(room, query.folder ?? guid, { ...query, search: query.q ?? '' })
  const { person, item } = query
  const open = person && item ? await rights.cell(room, person, item) : null
  const { path, total, owners, page: number, pages } = matrix
  const last = path.at(-1)!
  const show = (label: string, name: typeof query.show) => ({
    label,
    to: link({ show: name, page: 1 }),
    isHere: query.show === name,
  })
  const page = {
    head: await roomHead(context, room, { here: 'rights' }),
    add: href(routes.rooms.people.index, { RoomGuid: guid }, { panel: 'add' }),
    trail: path.map(({ guid: step, name }) => ({
      name: step === guid ? room.name : name,
      to: link({ folder: step === guid ? undefined : step, columns: 1 }),
    })),
    shows: [show('Everyone', 'everyone'), show('Exceptions', 'exceptions'), show('Groups', 'groups')],
    search: {
      action: href(routes.rooms.rights.matrix, { RoomGuid: guid }),
      value: query.q ?? '',
      kept: Object.fromEntries(
        new URL(link({ q: undefined, page: 1, columns: 1 }), context.url).searchParams,
      ),
      clear: link({ q: undefined, page: 1 }),
    },
    isFiltered: query.q !== undefined || query.show !== 'everyone',
    everyone: link({ q: undefined, show: 'everyone', page: 1 }),
    owners: owners.join(', '),
    map: shownMap(room, matrix, query, link),
    panel: open && shownPanel(room, open, { close: link({}), isOfMap: true }),
    counted: total === 1 ? '1 member or group' : `${total.toLocaleString('en')} members and groups`,
    closing: query.folder === undefined ? null : { name: last.name, isClosed: last.is_closed === 1 },
    people: {
      previous: number > 1 ? link({ page: number - 1 }) : null,
      next: number < pages ? link({ page: number + 1 }) : null,
      where: `Page ${number} of ${pages}`,
    },
    columns: {
      previous: query.columns > 1 ? link({ columns: query.columns - 1 }) : null,
      next: matrix.hasMoreItems ? link({ columns: query.columns + 1 }) : null,
      where: `Page ${query.columns} of the folders`,
    },
  }
  if (query.columns > 1 && matrix.items.length === 0) throw new Problem('notFound')
  return { wide: null, page }
})

export const action = submit(routes.rooms.rights.matrix, 'member can manage', matrixIntents)

export { figuresSheet as links } from '#app/ui/charts/figures-sheet.ts'

export const meta = titled('Permissions')

export default function RoomRightsMap() {
  const { wide, page } = useLoaderData<typeof loader>()
  const posted = useActionData<typeof action>()
  if (wide) return <RoomWideRights wide={wide} />
  const answer = backToChoice(posted, page.panel !== null)
  const preview = answer?.shown ? <RightsPreview preview={answer.shown as ShownPreview} /> : null
  const beside = page.panel ? (
    <CellPanel panel={page.panel} answer={answer?.intent === 'previewRights' ? answer : undefined} />
  ) : page.closing ? (
    <Closing closing={page.closing} />
  ) : null
  return (
    <>
      <RoomHead
        head={page.head}
        title="Permissions"
        actions={
          <a className="btn" href={page.add}>
            Add people
          </a>
        }
      />
      {preview}
      <div className={preview ? 'tools section' : 'tools'}>
        <ChoiceLinks label="Show" choices={page.shows} />
        <SearchForm {...page.search} label="Member or group" name="q" />
      </div>
      <FolderTrail trail={page.trail} />
      <div className={beside ? 'cols' : undefined}>
        <Everyone answer={answer} />
        {beside}
      </div>
    </>
  )
}

function Everyone({ answer }: { answer: FormAnswer | undefined }) {
  const page = useLoaderData<typeof loader>().page!
  if (page.map.rows.length === 0) {
    return (
      <div className="card empty stack">
        <p>
          {page.isFiltered
            ? 'No members or groups match.'
            : 'Invite members first, then set their permissions here.'}
        </p>
        {page.isFiltered ? (
          <p>
            <a href={page.everyone}>Clear filters</a>
          </p>
        ) : null}
      </div>
    )
  }
  return (
    <div>
      <LevelLegend />
      <Pager label="Pages of folders" {...page.columns} notes={{ previous: 'folders', next: 'folders' }} />
      <RightsMap map={page.map} answer={answer} />
      <p className="small soft section">
        {page.counted}. {page.owners}: full access everywhere. Everyone else has the permissions of their
        role, unless you set something else here. It applies to a folder and everything in it.
      </p>
      <Pager label="Pages of people" {...page.people} notes={{ previous: 'people', next: 'people' }} />
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
