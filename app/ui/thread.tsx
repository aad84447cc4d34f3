import type { ReactNode } from 'react'
import type { ShownTime } from '#server/rules/text/format.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Message } from './tables/lines.tsx'
import { Time } from './tables/time.tsx'
import { Field, Form, Submit } from './forms/form.tsx'

export type ShownComment = {
  number: number
  who: string
  at: ShownTime
  /** Null once it was deleted. */
  text: string | null
  isNew: boolean
  mayDelete: boolean
}

type ThreadProps = {
  comments: ShownComment[]
  unread: number
  /** Why no one can write, or null if they can. */
  closed: string | null
  answer: FormAnswer | undefined
  /** Hidden fields in each form of the thread. */
  children?: ReactNode
}

/** What two people wrote to each other, the oldest first, and a form for the next message. */
export function Thread({ comments, unread, closed, answer, children }: ThreadProps) {
  const upTo = <input type="hidden" name="upTo" value={comments.at(-1)?.number ?? 0} />
  return (
    <div className="stack">
      {comments.length > 0 ? (
        <ol className="comments">
          {comments.map((comment) => (
            <li key={comment.number} className="stack">
              <OneComment comment={comment}>{children}</OneComment>
            </li>
          ))}
        </ol>
      ) : (
        <p className="soft">No comments yet.</p>
      )}
      {unread > 0 ? (
        <Form intent="read" className="row">
          {children}
          {upTo}
          <Submit className="btn-quiet btn-small">Mark as read</Submit>
        </Form>
      ) : null}
      {closed ? (
        <p className="soft">{closed}</p>
      ) : (
        <Form intent="write" answer={answer}>
          {children}
          {upTo}
          <Field
            name="text"
            label="Your comment"
            hint="Up to 2,000 characters. You can’t edit it afterwards."
            rows={4}
            answer={answer}
          />
          <Submit>Send comment</Submit>
        </Form>
      )}
    </div>
  )
}

function OneComment({ comment, children }: { comment: ShownComment; children: ReactNode }) {
  const { number, who, at, text, isNew, mayDelete } = comment
  return (
    <>
      <p className="small soft">
        <strong className="break">{who}</strong>, <Time {...at} />
        {isNew ? ' (new)' : ''}
      </p>
      {text === null ? <p className="soft">This comment was deleted.</p> : <Message text={text} />}
      {mayDelete ? (
        <Form intent="remove" className="row">
          {children}
          <input type="hidden" name="number" value={number} />
          <Submit className="btn-quiet btn-small">Delete</Submit>
        </Form>
      ) : null}
    </>
  )
}
