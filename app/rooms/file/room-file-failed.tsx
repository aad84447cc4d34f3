import type { FormAnswer } from '#app/request/action.server.ts'
import { DocumentPassword } from '#app/ui/forms/document-password.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type Props = {
  asksPassword: boolean
  isRetried: boolean
  asDownload: boolean
  answer: FormAnswer | undefined
}

/** What can be done about a file in a room that cannot be shown. */
export function RoomFileFailed({ asksPassword, isRetried, asDownload, answer }: Props) {
  const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined)
  return (
    <>
      {asksPassword ? <DocumentPassword readers="members" answer={answerOf('givePassword')} /> : null}
      {isRetried ? (
        <Form intent="retry" answer={answerOf('retry')}>
          <Submit className="btn-quiet">Retry</Submit>
        </Form>
      ) : null}
      {asDownload ? (
        <Form intent="asDownload" answer={answerOf('asDownload')}>
          <p>
            Or make it download only: members with download permission get the original file, without a
            watermark. This can’t be changed for this version.
          </p>{' '}
          <Submit className="btn-quiet">Make download only</Submit>
        </Form>
      ) : null}
    </>
  )
}
