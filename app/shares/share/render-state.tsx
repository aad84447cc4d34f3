import type { FormAnswer } from '#app/request/action.server.ts'
import { DocumentPassword } from '#app/ui/forms/document-password.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

export type RenderStateShown = {
  note: string
  isWaiting: boolean
  /** Whether another attempt makes sense. */
  isRetried: boolean
  /** Whether the document requires its own password. */
  asksPassword: boolean
  /** Whether readers can be given it as a download instead. */
  asDownload: boolean
  /** Whether there are recipients who can only read: a download gives them nothing. */
  hasViewOnly: boolean
  /** Whether that is so only because it self-destructs. */
  isKeptByEnd: boolean
  revision: number
  /** Where another file can replace it; null if nothing failed. */
  versions: string | null
  edit: string
}

type Props = { state: RenderStateShown; answer: FormAnswer | undefined }

/** The forms on this page: an answer to another one is shown elsewhere. */
export function stateForms(state: RenderStateShown | null): string[] {
  if (!state?.versions) return []
  return [
    ...(state.asksPassword ? ['givePassword'] : []),
    ...(state.isRetried ? ['retry'] : []),
    ...(state.asDownload ? ['asDownload'] : []),
  ]
}

/** The progress of a file that is not shown, and what its owner can do about it. */
export function RenderState({ state, answer }: Props) {
  if (!state.versions)
    return (
      <output className="note">
        <p>{state.note}</p>
      </output>
    )
  const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined)
  return (
    <section className="note note-warn stack" aria-label="The file can’t be displayed">
      <p>{state.note}</p>
      {state.asksPassword ? <DocumentPassword readers="readers" answer={answerOf('givePassword')} /> : null}
      {state.isRetried ? (
        <Form intent="retry" answer={answerOf('retry')}>
          <Submit className="btn-quiet">Try again</Submit>
        </Form>
      ) : null}
      {state.asDownload ? (
        <Form intent="asDownload" answer={answerOf('asDownload')}>
          <input type="hidden" name="revision" value={state.revision} />
          <p>
            Or let recipients download it: they get the original file, without a watermark, and can print it
            and pass it on.{state.hasViewOnly ? ' People with view-only access won’t get it.' : ''}
          </p>{' '}
          <Submit className="btn-quiet">Share as download only</Submit>
        </Form>
      ) : null}
      {state.isKeptByEnd ? (
        <p>
          Files that self-destruct can’t be shared as download only.{' '}
          <a href={state.edit}>Change the end date</a> first.
        </p>
      ) : null}
      <p>
        <a href={state.versions}>Upload a corrected version</a>
      </p>
    </section>
  )
}
