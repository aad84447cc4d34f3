import type { FormAnswer } from '#app/request/action.server.ts'
import { OrderPage, PlacePage, type OrderView, type PlaceView } from './arrange-places.tsx'
import { BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { ErrorSummary, Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

type Listed = { guid: string; name: string }
export type ArrangeView =
  | PlaceView
  | OrderView
  | { act: 'rename'; item: Listed; isFile: boolean }
  | { act: 'remove'; items: Listed[]; consequences: string[] }

type Props = {
  view: ArrangeView | null
  answer: unknown
  /** Where the form is posted. */
  here: string
  back: { to: string; label: string }
  head: RoomHeadShown
}

/** The confirmation before something is done with items of a folder, and its outcome. */
export function ArrangePage({ view, answer, here, back, head }: Props) {
  if (isBulkAnswer(answer)) {
    return <BulkPage answer={answer} intent="" verb="" consequences={[]} back={back} head={head} />
  }
  if (view === null) return <NothingDone answer={answer as FormAnswer | undefined} back={back} head={head} />
  if (view.act === 'remove') {
    const heading = view.items.length === 1 ? `Move ${view.items[0]!.name} to trash?` : 'Move these to trash?'
    return (
      <BulkPage
        answer={{ kind: 'question', heading, shares: view.items }}
        field="item"
        intent="remove"
        action={here}
        verb="Move to trash"
        consequences={view.consequences}
        back={back}
        head={head}
      />
    )
  }
  const form = answer as FormAnswer | undefined
  if (view.act === 'order') return <OrderPage view={view} answer={form} back={back} head={head} />
  if (view.act !== 'rename') return <PlacePage view={view} answer={form} back={back} head={head} />
  return <Rename view={view} answer={form} here={here} back={back} head={head} />
}

/** If a form of a folder's list could not be understood. */
function NothingDone({
  answer,
  back,
  head,
}: { answer: FormAnswer | undefined } & Pick<Props, 'back' | 'head'>) {
  return (
    <>
      <RoomHead head={head} title="Nothing was changed" crumbs={[back]} />
      <div className="measure stack-wide">
        {answer ? <ErrorSummary answer={answer} /> : null}
        <p>
          <a href={back.to}>Back to {back.label}</a>
        </p>
      </div>
    </>
  )
}

function Rename({
  view,
  answer,
  here,
  back,
  head,
}: Omit<Props, 'view' | 'answer'> & {
  view: Extract<ArrangeView, { act: 'rename' }>
  answer: FormAnswer | undefined
}) {
  return (
    <>
      <RoomHead head={head} title={`Rename ${view.item.name}`} crumbs={[back]} />
      <div className="measure card">
        <Form intent="rename" action={`${here}?act=rename&item=${view.item.guid}`} answer={answer}>
          <input type="hidden" name="item" value={view.item.guid} />
          <Field
            name="name"
            label="Name"
            hint={view.isFile ? 'The file extension stays the same.' : undefined}
            value={view.item.name}
            answer={answer}
            enterKeyHint="done"
          />
          <div className="row">
            <Submit>Rename</Submit> <a href={back.to}>Cancel</a>
          </div>
        </Form>
      </div>
    </>
  )
}
