import { Fragment } from 'react'
import { FolderPlus, Search, Upload } from '#app/ui/icons/icons.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { LeftUploads, type LeftUploadShown } from '#app/enhance/uploads/left-uploads.tsx'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { ChoiceLinks, ChoiceMenu, type ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { FolderDrop, FolderEmpty, FolderFailed, type FailedFile } from './folder-parts.tsx'
import { FolderTable, type FolderRow, type SortHeads } from './folder-table.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'
import { RoomTree, type Branch } from './room-tree.tsx'

export type FolderShown = {
  head: RoomHeadShown
  /** The folders of the room with the branch that leads here open; null without folders. */
  tree: Branch[] | null
  root: { to: string; isHere: boolean }
  description: string
  title: string
  /** Null where the folder stands as a root of its own. */
  steps: Crumb[] | null
  rows: FolderRow[]
  counted: string
  /** Everything below, if it was added up. */
  whole: string | null
  isWaiting: boolean
  isNarrowed: boolean
  here: string
  /** The list without its filter. */
  all: string
  /** What it is sorted by, in words. */
  sorts: ChoiceLink[]
  heads: SortHeads
  filters: ChoiceLink[]
  search: string
  /** What else can be done here, and pages about the room as a whole that have no tab. */
  more: { label: string; to: string }[]
  /** What this person began to upload here and left. */
  left: LeftUploadShown[]
  add: string | null
  newFolder: string | null
  largest: string
  /** Where the selected rows are posted. */
  arrange: string | null
  /** What can be done with them. */
  acts: readonly string[]
  revision: number
  /** A file that is to be retried, if its person confirms. */
  failed: FailedFile | null
  emptyWords: string
  where: string
  previous: string | null
  next: string | null
}

type Props = { folder: FolderShown; answer: FormAnswer | undefined }

/** A folder of a data room, or the room itself: its folders at the left, what is in this one beside them. */
export function FolderPage({ folder, answer }: Props) {
  const { head, rows, failed, tree } = folder
  const isEmpty = rows.length === 0
  const list = (
    <div>
      {isEmpty && !folder.isNarrowed ? null : <Tools folder={folder} />}
      {isEmpty ? <FolderEmpty folder={folder} /> : <Rows folder={folder} />}
      <Pager label="Pages of the folder" previous={folder.previous} next={folder.next} where={folder.where} />
      {folder.add ? <FolderDrop add={folder.add} largest={folder.largest} /> : null}
    </div>
  )
  return (
    <>
      <RoomHead
        head={head}
        title={folder.title}
        crumbs={folder.steps}
        actions={<Actions folder={folder} name={head.name} />}
      />
      {folder.description ? (
        <div className="room-about">
          <Message text={folder.description} />
        </div>
      ) : null}
      {folder.add ? <LeftUploads left={folder.left} action={folder.add} /> : null}
      {failed ? <FolderFailed failed={failed} answer={answer} /> : null}
      {tree ? (
        <div className="room">
          <RoomTree root={folder.root} branches={tree} />
          {list}
        </div>
      ) : (
        list
      )}
    </>
  )
}

function Actions({ folder: { add, newFolder, more }, name }: { folder: FolderShown; name: string }) {
  return (
    <>
      {newFolder ? (
        <a className="btn" href={newFolder}>
          <FolderPlus className="i" aria-hidden="true" /> New folder
        </a>
      ) : null}{' '}
      {add ? (
        <a className="btn btn-main" href={add}>
          <Upload className="i" aria-hidden="true" /> Add files
        </a>
      ) : null}{' '}
      <RowMenu of={name} actions={more} />
    </>
  )
}

function Tools({ folder }: { folder: FolderShown }) {
  const { counted, whole, filters } = folder
  return (
    <div className="tools">
      {filters.length > 0 ? <ChoiceLinks label="Show" choices={filters} /> : null}{' '}
      <span className="small soft">{[counted, whole].filter(Boolean).join(' · ')}</span>{' '}
      <div className="push">
        <ChoiceMenu label="Sort" choices={folder.sorts} />
      </div>{' '}
      <form className="find find-room" method="get" action={folder.search}>
        <label className="unseen" htmlFor="q">
          Search this room
        </label>{' '}
        <Search className="i" aria-hidden="true" />
        <input
          id="q"
          type="search"
          name="q"
          maxLength={maxSearchLength}
          placeholder="Search this room"
          autoComplete="off"
          enterKeyHint="search"
        />{' '}
        <input type="submit" className="unseen" value="Search" />
      </form>
    </div>
  )
}

function Rows({ folder }: { folder: FolderShown }) {
  const table = <FolderTable rows={folder.rows} sorts={folder.heads} />
  if (folder.arrange === null) return <div className="list">{table}</div>
  return (
    <Form intent="chosen" action={folder.arrange} className="list choosing">
      <input type="hidden" name="revision" value={folder.revision} />
      {table}
      <fieldset className="bulk" aria-label="Selected items">
        <span className="bulk-count small">
          selected<span className="unseen"> items</span>
        </span>{' '}
        {folder.acts.map((act) => (
          <Fragment key={act}>
            <Submit name="act" className="btn-small">
              {act}
            </Submit>{' '}
          </Fragment>
        ))}
      </fieldset>
    </Form>
  )
}
