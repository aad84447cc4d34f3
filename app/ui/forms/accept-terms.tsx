import type { FormAnswer } from '#app/request/action.server.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { Checkbox } from './checkbox.tsx'
import { FieldErrors, fieldOf, Form, Submit } from './form.tsx'

type Props = { terms: { guid: string; text: string }; answer: FormAnswer | undefined }

/** A text of terms and the form that accepts just this one. */
export function AcceptTerms({ terms, answer }: Props) {
  return (
    <>
      <Message as="div" text={terms.text} />
      <Form intent="accept" answer={answer}>
        <input type="hidden" name="terms" value={terms.guid} />
        <FieldErrors name="isAccepted" errors={fieldOf(answer, 'isAccepted').errors} />
        <Checkbox name="isAccepted" label="I have read and accept these terms" answer={answer} />
        <Submit className="btn-main wide">Accept and continue</Submit>
      </Form>
    </>
  )
}
