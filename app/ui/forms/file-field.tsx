import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from './form.tsx'

type Props = {
  answer: FormAnswer | undefined
  largest: string
  /** What can be shown here and what can only be downloaded, in sentences. */
  kinds: string[]
}

/** The one file to upload. */
export function FileField({ answer, largest, kinds }: Props) {
  return (
    <div className="stack">
      <Field
        name="file"
        label="File"
        hint={`Up to ${largest}. Files are encrypted as they arrive.`}
        type="file"
        answer={answer}
      />
      <KindsShown kinds={kinds} />
    </div>
  )
}

/** What can be shown here and what can only be downloaded, in sentences. */
export function KindsShown({ kinds }: { kinds: string[] }) {
  return (
    <details className="more">
      <summary className="small">What can be viewed, and what is download only</summary>
      <ul className="bullets small soft">
        {kinds.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}
