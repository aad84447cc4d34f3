import { Fragment } from 'react'
import { ArrowDownUp, FolderOpen, Upload } from 'lucide-react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { ChoiceLinks, type ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { FolderTable, type FolderRow } from './folder-table.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'
import { SearchForm } from '#app/ui/forms/search-form.tsx'

export type FolderShown = {
  head: RoomHeadShown
  roomGuid: string
  description: string
  title: string
  number: string
  /** The places above; null where the folder is shown as a root of its own. */
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
  sorts: ChoiceLink[]
  filters: ChoiceLink[]
  /** Adds up what is in folders; null if there are none, or it is done. */
  sizes: string | null
  search: string
  newInRoom: string | null
  /** Pages about the room as a whole that have no tab. */
  more: { label: string; to: string }[]
  add: string | null
  order: string | null
  /** Where the selected rows are posted. */
  arrange: string | null
  revision: number
  /** A file that is to be retried, if its person confirms. */
  failed: { guid: string; name: string; words: string; close: string } | null
  emptyWords: string
  where: string
  previous: string | null
  next: string | null
}

type Props = { folder: FolderShown; answer: FormAnswer | undefined }

/** A folder of a data room, or the room itself. */
export function FolderPage({ folder, answer }: Props) {
  const { head, rows, failed } = folder
  const isEmpty = rows.length === 0
  return (
    <div className="stack">
      <RoomHead head={head} title={folder.title} crumbs={folder.steps} />
      {folder.description ? <Message text={folder.description} /> : null}
      {failed ? <Failed failed={failed} answer={answer} /> : null}
      {isEmpty && !folder.isNarrowed ? null : <Choices folder={folder} />}
      {isEmpty ? <Empty folder={folder} /> : <Rows folder={folder} />}
      <Pager label="Pages of the folder" previous={folder.previous} next={folder.next} where={folder.where} />
      {folder.more.length > 0 ? (
        <p className="small row">
          {folder.more.map(({ label, to }) => (
            <Fragment key={to}>
              <a href={to}>{label}</a>{' '}
            </Fragment>
          ))}
        </p>
      ) : null}
    </div>
  )
}

function Choices({ folder }: { folder: FolderShown }) {
  const { number, counted, whole, sizes } = folder
  return (
    <>
      <div className="row room-acts">
        <p className="soft">{[number, counted, whole].filter(Boolean).join(' · ')}</p>
        {folder.add ? (
          <a className="btn btn-main btn-small" href={folder.add}>
            <Upload className="i" aria-hidden="true" />
            Add
          </a>
        ) : null}{' '}
        {folder.order ? (
          <a className="btn btn-small" href={folder.order}>
            <ArrowDownUp className="i" aria-hidden="true" />
            Reorder
          </a>
        ) : null}
      </div>
      <div className="stack list-choices">
        <SearchForm action={folder.search} label="Search this room" name="q" value="" kept={{}} clear="" />
        {folder.filters.length > 0 ? <ChoiceLinks label="Show" choices={folder.filters} /> : null}
        <ChoiceLinks label="Sort by" choices={folder.sorts} />
        {sizes || folder.newInRoom ? (
          <p className="small row">
            {sizes ? <a href={sizes}>Show folder sizes</a> : null}{' '}
            {folder.newInRoom ? <a href={folder.newInRoom}>Everything new in this room</a> : null}
          </p>
        ) : null}
      </div>
    </>
  )
}

function Rows({ folder }: { folder: FolderShown }) {
  if (folder.arrange === null) return <FolderTable rows={folder.rows} />
  return (
    <Form intent="chosen" action={folder.arrange}>
      <input type="hidden" name="revision" value={folder.revision} />
      <FolderTable rows={folder.rows} />
      <fieldset className="bulk row">
        <legend className="small soft">Selected items</legend>{' '}
        {acts.map((act) => (
          <Fragment key={act}>
            <Submit name="act" className="btn-quiet btn-small">
              {act}
            </Submit>{' '}
          </Fragment>
        ))}
      </fieldset>
    </Form>
  )
}

const acts = ['Move …', 'Copy …', 'Rename …', 'Move to trash …']

function Empty({ folder }: { folder: FolderShown }) {
  return (
    <div className="card empty stack">
      <FolderOpen className="i" aria-hidden="true" />
      {folder.isNarrowed ? (
        <>
          <p>Nothing new in this folder since your last visit.</p>
          <p>
            <a href={folder.all}>Show all</a>
          </p>
        </>
      ) : (
        <>
          <p>{folder.emptyWords}</p>
          {folder.add ? (
            <p>
              <a className="btn btn-main" href={folder.add}>
                Add files
              </a>
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}

function Failed({
  failed,
  answer,
}: {
  failed: NonNullable<FolderShown['failed']>
  answer: FormAnswer | undefined
}) {
  return (
    <section className="note note-warn stack" aria-label="Try again">
      <p>
        <strong className="break">{failed.name}</strong> can’t be displayed. {failed.words}. Trying again may
        help if the server was busy or has been updated since.
      </p>
      <Form intent="retry" answer={answer}>
        <input type="hidden" name="item" value={failed.guid} />
        <div className="row">
          <Submit className="btn-main btn-small">Try again</Submit> <a href={failed.close}>Close</a>
        </div>
      </Form>
    </section>
  )
}
