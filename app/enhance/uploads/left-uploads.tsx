import { useSyncExternalStore } from 'react'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { goingOn, subscribeToGoingOn } from './going-on.ts'

/** An upload that was begun before, ready to display. `link` is where it goes on, if that is not here. */
export type LeftUploadShown = {
  guid: string
  name: string
  words: string
  link: { to: string; label: string } | null
}

/** `action` is where one is cancelled; by default its own page. */
type Props = { left: readonly LeftUploadShown[]; action?: string }

/** What was begun on a page before it was left. Once the same file is chosen, the tray has it. */
export function LeftUploads({ left, action }: Props) {
  const active = useSyncExternalStore(subscribeToGoingOn, goingOn, () => '')
  const shown = left.filter(({ guid }) => !active.includes(guid))
  if (shown.length === 0) return null
  return (
    <section className="note stack" aria-labelledby="left-uploads">
      <h2 id="left-uploads">Unfinished uploads</h2>
      <ul className="lines">
        {shown.map(({ guid, name, words, link }) => (
          <li key={guid} className="row">
            <span>
              <strong className="break">{name}</strong> <span className="small">{words}</span>
            </span>{' '}
            {link ? <a href={link.to}>{link.label}</a> : null}{' '}
            <Form intent="cancelUpload" {...(action ? { action } : {})} className="inline">
              <input type="hidden" name="upload" value={guid} />
              <Submit className="btn-small" about={name}>
                Cancel
              </Submit>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
