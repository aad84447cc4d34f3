import type { ReactNode } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { ServerHead, type ServerTab } from './server-head.tsx'

export type Question = {
  /** The question. */
  heading: string
  verb: string
  intent: string
  isBad: boolean
  /** What it is done with. */
  about: string
  /** What will happen, in sentences. */
  lines: string[]
  /** Whether it makes sense as things are. */
  isFor: boolean
  back: string
}

type Props = {
  here: ServerTab
  crumbs: Crumb[]
  question: Question
  answer: FormAnswer | undefined
  /** Fields before the button, one under the other. */
  children?: ReactNode
}

/** The page before every act of an operator: what will happen, and the button that does it. */
export function QuestionPage({ here, crumbs, question, answer, children }: Props) {
  const { heading, verb, intent, isBad, about, lines, isFor, back } = question
  return (
    <>
      <ServerHead here={here} title={heading} crumbs={crumbs} />
      <div className="measure card stack-wide">
        {isFor ? (
          <>
            {/* Where a refusal leads to. */}
            <p id="email" className="strong break">
              {about}
            </p>
            <Consequences lines={lines} />
            <Form intent={intent} answer={answer}>
              {children}
              <div className="row">
                <Submit className={isBad ? 'btn-bad' : 'btn-main'}>{verb}</Submit> <a href={back}>Cancel</a>
              </div>
            </Form>
          </>
        ) : (
          <p>
            This no longer applies. <a href={back}>Go back</a>
          </p>
        )}
      </div>
    </>
  )
}
