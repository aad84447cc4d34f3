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
  asked: ArrangeView | null
  answer: unknown
  /** Where the form is posted. */
  here: string
  back: { to: string; label: string }
  head: RoomHeadShown
}

/** The confirmation before something is done with items of a folder, and its outcome. */
export function ArrangePage({ asked, answer, here, back, head }: Props) {
  if (isBulkAnswer(answer)) {
    return <BulkPage answer={answer} intent="" verb="" consequences={[]} back={back} head={head} />
  }
  if (asked === null) return <NothingDone answer={answer as FormAnswer | undefined} back={back} head={head} />
  if (asked.act === 'remove') {
    const heading =
      asked.items.length === 1 ? `Move ${asked.items[0]!.name} to trash?` : 'Move these to trash?'
    return (
      <BulkPage
        answer={{ kind: 'asked', heading, shares: asked.items }}
        field="item"
        intent="remove"
        action={here}
        verb="Move to trash"
        consequences={asked.consequences}
        back={back}
        head={head}
      />
    )
  }
  const form = answer as FormAnswer | undefined
  if (asked.act === 'order') return <OrderPage asked={asked} answer={form} back={back} head={head} />
  if (asked.act !== 'rename') return <PlacePage asked={asked} answer={form} back={back} head={head} />
  return <Rename asked={asked} answer={form} here={here} back={back} head={head} />
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
  asked,
  answer,
  here,
  back,
  head,
}: Omit<Props, 'asked' | 'answer'> & {
  asked: Extract<ArrangeView, { act: 'rename' }>
  answer: FormAnswer | undefined
}) {
  return (
    <>
      <RoomHead head={head} title={`Rename ${asked.item.name}`} crumbs={[back]} />
      <div className="measure card">
        <Form intent="rename" action={`${here}?act=rename&item=${asked.item.guid}`} answer={answer}>
          <input type="hidden" name="item" value={asked.item.guid} />
          <Field
            name="name"
            label="Name"
            hint={asked.isFile ? 'The file extension stays the same.' : undefined}
            value={asked.item.name}
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
