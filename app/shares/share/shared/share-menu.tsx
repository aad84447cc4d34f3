import { Ellipsis } from 'lucide-react'
import { Form } from '#app/ui/forms/form.tsx'

export type ShareMenuShown = {
  name: string
  /** Where the share is unshared, and shared again. */
  details: string
  isKilled: boolean
  links: { label: string; to: string }[]
  delete: string
}

/** What can be done with a share besides what stands beside it. */
export function ShareMenu({ head: { name, details, isKilled, links, ...head } }: { head: ShareMenuShown }) {
  return (
    <details className="menu" name="menu">
      <summary>
        <Ellipsis className="i" aria-hidden="true" />
        <span className="unseen">Actions for {name}</span>
      </summary>
      <ul>
        {links.map(({ label, to }) => (
          <li key={label}>
            <a href={to}>{label}</a>
          </li>
        ))}
        <li className="sep">
          <Form intent={isKilled ? 'shareAgain' : 'unshare'} action={details} className="inline">
            <input
              type="submit"
              className={isKilled ? undefined : 'bad'}
              value={isKilled ? 'Share again' : 'Unshare'}
            />
          </Form>
        </li>
        <li>
          <a className="bad" href={head.delete}>
            Move to trash
          </a>
        </li>
      </ul>
    </details>
  )
}
