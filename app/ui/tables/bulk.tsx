import { Fragment, type ReactNode } from 'react'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

export type BulkLine = { key: string; name: string; words: string; isDone: boolean }

/** The result of a form about several rows: a confirmation, or what was done to each. */
export type BulkAnswer =
  | { kind: 'question'; heading: string; shares: { guid: string; name: string }[] }
  | { kind: 'done'; heading: string; lines: BulkLine[] }

/** Whether an action answered with one of these and not with a form to be corrected. */
export function isBulkAnswer(answer: unknown): answer is BulkAnswer {
  return typeof answer === 'object' && answer !== null && 'kind' in answer
}

type BulkPageProps = {
  answer: BulkAnswer
  /** The intent that does it. */
  intent: string
  verb: string
  /** Where it is posted; by default to the list that it came from. */
  action?: string
  /** The field with the selected rows. */
  field?: string
  /** What will happen, in sentences. */
  consequences: string[]
  back: { to: string; label: string }
  /** The data room that the rows belong to. */
  head?: RoomHeadShown
}

/** The page after a form about several rows, in place of the list. */
export function BulkPage({
  answer,
  intent,
  verb,
  consequences,
  back,
  head,
  action = back.to,
  field = 'share',
}: BulkPageProps) {
  return (
    <>
      {head ? (
        <RoomHead head={head} title={answer.heading} crumbs={[back]} />
      ) : (
        <BackHead back={back} title={answer.heading} />
      )}
      <div className="measure card stack-wide">
        {answer.kind === 'done' ? (
          <Outcomes lines={answer.lines} back={back} />
        ) : (
          <>
            <ul className="bullets">
              {answer.shares.map(({ guid, name }) => (
                <li key={guid} className="break">
                  {name}
                </li>
              ))}
            </ul>
            <Consequences title="What will happen" lines={consequences} />
            <Form intent={intent} action={action} className="row">
              {answer.shares.map(({ guid }) => (
                <input key={guid} type="hidden" name={field} value={guid} />
              ))}
              <Submit className="btn-bad">{verb}</Submit> <a href={back.to}>Cancel</a>
            </Form>
          </>
        )}
      </div>
    </>
  )
}

/** What was done to each. */
export function Outcomes({ lines, back }: { lines: BulkLine[]; back: { to: string; label: string } }) {
  return (
    <>
      <output>
        <ul className="stack">
          {lines.map(({ key, name, words, isDone }) => (
            <li key={key}>
              <Badge tone={isDone ? 'good' : 'bad'}>{isDone ? 'Done' : 'Not done'}</Badge>{' '}
              <strong className="break">{name}</strong>
              <div className="small soft">{words}</div>
            </li>
          ))}
        </ul>
      </output>
      <p>
        <a href={back.to}>Back to the list</a>
      </p>
    </>
  )
}

/** What can be done with the selected rows of the form around it. */
export function BulkActs({
  acts,
  what = 'files',
  children,
}: {
  acts: readonly string[]
  what?: string
  /** A field that one of them needs. */
  children?: ReactNode
}) {
  return (
    <fieldset className="bulk" aria-label={`Selected ${what}`}>
      <span className="bulk-count strong">selected {what}</span> {children}
      {acts.map((act) => (
        <Fragment key={act}>
          <Submit name="act" className="btn-small">
            {act}
          </Submit>{' '}
        </Fragment>
      ))}
    </fieldset>
  )
}
