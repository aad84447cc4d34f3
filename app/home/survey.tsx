import { maxFeedbackLength } from '#server/rules/product/feedback.ts'
import { productName } from '#server/rules/product/product.ts'
import { satisfactionChoices } from '#server/rules/product/survey.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'

/** One question, which can be dismissed and blocks nothing. */
export function Survey({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <section className="card stack" aria-labelledby="survey">
      <h2 id="survey">How satisfied are you with {productName}?</h2>
      <Form intent="answerSurvey" answer={answer} className="stack">
        <Choices
          name="satisfaction"
          legend="Your answer"
          options={satisfactionChoices}
          standard=""
          answer={answer}
        />
        <Field
          name="message"
          label="What should be better? (optional)"
          hint={`Up to ${maxFeedbackLength} characters, no links or addresses.`}
          rows={3}
          answer={answer}
        />
        <p className="small soft">
          Emailed to the administrators of this server with your address and your plan, and not stored.
        </p>{' '}
        <Submit>Send answer</Submit>
      </Form>{' '}
      <Form intent="dismissSurvey">
        <Submit className="btn-quiet btn-small">No, thanks</Submit>
      </Form>
    </section>
  )
}
