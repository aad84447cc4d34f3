import { Fragment } from 'react'
import { problems } from '#server/rules/problems.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { ErrorSummary, Form, Submit } from '#app/ui/forms/form.tsx'
import { OrderScript } from './order-script.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

type Link = { name: string; to: string }
type Pages = { previous: string | null; next: string | null; where: string }
type Back = { to: string; label: string }

export type PlaceView = Pages & {
  act: 'move' | 'copy'
  items: { guid: string; name: string }[]
  /** The folder being viewed. */
  to: string
  mayPut: boolean
  path: Link[]
  folders: { guid: string; name: string; to: string | null }[]
  here: string
}

export type OrderView = Pages & {
  act: 'order'
  items: { guid: string; name: string; kind: 'folder' | 'file'; place: number; mayMove: boolean }[]
  total: number
  mark: string
  mayOrderAll: boolean
  here: string
}

type Affected = { gaining: number; losing: number; seen: string; same: string }

/** Where items are to go: one level of folders at a time. */
export function PlacePage({
  view,
  answer,
  back,
  head,
}: {
  view: PlaceView
  answer: FormAnswer | undefined
  back: Back
  head: RoomHeadShown
}) {
  const verb = view.act === 'move' ? 'Move' : 'Copy'
  const what = view.items.length === 1 ? view.items[0]!.name : `${view.items.length} items`
  const affected = answer?.shown as Affected | undefined
  const folder = view.path.at(-1)!.name
  return (
    <>
      <RoomHead head={head} title={`${verb} ${what}`} crumbs={[back]} />
      <div className="measure card stack-wide">
        {affected ? <AffectedPeople affected={affected} /> : <FolderLinks view={view} />}
        {view.mayPut ? (
          <Form intent={view.act} action={view.here} answer={answer}>
            {view.items.map(({ guid }) => (
              <input key={guid} type="hidden" name="item" value={guid} />
            ))}
            <input type="hidden" name="to" value={view.to} />
            {affected ? (
              <>
                <input type="hidden" name="seen" value={affected.seen} />
                <input type="hidden" name="same" value={affected.same} />
              </>
            ) : (
              <SameNames />
            )}
            <div className="row">
              <Submit>{`${verb} to ${folder}`}</Submit> <a href={back.to}>Cancel</a>
            </div>
          </Form>
        ) : (
          <p className="soft">
            You can’t add anything to this folder. Choose a folder inside it, or a different one.
          </p>
        )}
      </div>
    </>
  )
}

function FolderLinks({ view }: { view: PlaceView }) {
  return (
    <>
      <nav aria-label="Selected folder" className="break">
        To:{' '}
        {view.path.map(({ name, to }, index) => (
          <Fragment key={to}>
            {index > 0 ? ' / ' : null}
            {index < view.path.length - 1 ? <a href={to}>{name}</a> : <strong>{name}</strong>}
          </Fragment>
        ))}
      </nav>
      {view.folders.length > 0 ? (
        <ul className="lines" aria-label="Subfolders">
          {view.folders.map(({ guid, name, to }) => (
            <li key={guid} className="break">
              {to ? <a href={to}>{name}</a> : <span className="soft">{name}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">No subfolders.</p>
      )}
      <Pager label="Pages of folders" previous={view.previous} next={view.next} where={view.where} />
    </>
  )
}

function SameNames() {
  return (
    <fieldset className="stack">
      <legend>If an item with the same name exists there</legend>
      <div className="choice">
        <input type="radio" id="same-keep" name="same" value="keep" defaultChecked />
        <label htmlFor="same-keep">Keep both and number the new one: “name (2)”</label>
      </div>
      <div className="choice">
        <input type="radio" id="same-skip" name="same" value="skip" />
        <label htmlFor="same-skip">Skip it</label>
      </div>
    </fieldset>
  )
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`
}

function AffectedPeople({ affected }: { affected: Affected }) {
  return (
    <div className="note note-warn stack" role="alert">
      <p>
        <strong>This changes who has access.</strong>
      </p>
      <ul className="bullets">
        {affected.gaining > 0 ? <li>{people(affected.gaining)} will be able to see or do more.</li> : null}
        {affected.losing > 0 ? <li>{people(affected.losing)} will be able to see or do less.</li> : null}
      </ul>
    </div>
  )
}

/** The list of a folder with a number before each row; after dragging rows, the same form is sent as without script. */
export function OrderPage({
  view,
  answer,
  back,
  head,
}: {
  view: OrderView
  answer: FormAnswer | undefined
  back: Back
  head: RoomHeadShown
}) {
  const typed = answer?.intent === 'order' ? answer.result.initialValue : undefined
  const isChanged = answer?.result.error?.['']?.includes(problems.listChanged.text) ?? false
  return (
    <>
      <RoomHead head={head} title={`Order of ${back.label}`} crumbs={[back]} />
      <div className="measure stack">
        <p className="soft">Everyone sees this order. Enter a new position for any row, then save.</p>
        {answer && answer.intent !== 'order' ? <ErrorSummary answer={answer} /> : null}
        {view.mayOrderAll && view.total > 1 ? (
          <Form intent="sort" action={view.here} className="row">
            <input type="hidden" name="mark" value={view.mark} />
            <Submit className="btn-quiet">Sort this folder by name</Submit>
          </Form>
        ) : null}
        <Form intent="order" action={view.here} answer={answer}>
          <input type="hidden" name="mark" value={view.mark} />
          <ol className="order-list" data-order={view.items[0]?.place ?? 1}>
            {view.items.map(({ guid, name, place, mayMove }) => (
              <li key={guid} className="row order-row">
                {mayMove ? (
                  <>
                    <input type="hidden" name={`was-${guid}`} value={place} />
                    <input
                      name={`place-${guid}`}
                      aria-label={`Position of ${name}`}
                      inputMode="numeric"
                      autoComplete="off"
                      className="order-place"
                      defaultValue={String(typed?.[`place-${guid}`] ?? place)}
                    />
                  </>
                ) : (
                  <span className="order-place">{place}</span>
                )}
                <span className="break order-name">
                  {name}
                  {isChanged ? <span className="small soft"> (now {place})</span> : null}
                </span>
              </li>
            ))}
          </ol>
          <div className="row">
            <Submit>Save order</Submit> <a href={back.to}>Cancel</a>
          </div>
        </Form>
        <Steps view={view} />
        <Pager label="Pages of the list" previous={view.previous} next={view.next} where={view.where} />
        <OrderScript />
      </div>
    </>
  )
}

/** One step up or down, by a button for each row: separate forms, outside the one with the numbers. */
function Steps({ view }: { view: OrderView }) {
  return (
    <details>
      <summary className="small">Move rows up or down</summary>
      <ol className="stack">
        {view.items
          .filter(({ mayMove }) => mayMove)
          .map(({ guid, name, place }) => (
            <li key={guid} className="row">
              {place > 1 ? (
                <Step view={view} guid={guid} place={place - 1} label={`Move ${name} up`} />
              ) : null}
              {place < view.total ? (
                <Step view={view} guid={guid} place={place + 1} label={`Move ${name} down`} />
              ) : null}
            </li>
          ))}
      </ol>
    </details>
  )
}

function Step({ view, guid, place, label }: { view: OrderView; guid: string; place: number; label: string }) {
  return (
    <Form intent="orderStep" action={view.here} className="row">
      <input type="hidden" name="mark" value={view.mark} />
      <input type="hidden" name="item" value={guid} />
      <input type="hidden" name="place" value={place} />
      <Submit className="btn-quiet btn-small">{label}</Submit>
    </Form>
  )
}
