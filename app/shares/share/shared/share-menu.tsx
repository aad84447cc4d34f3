import { ActionsMenu } from '#app/ui/tables/row-menu.tsx'
import { Form } from '#app/ui/forms/form.tsx'

export type ShareMenuShown = {
  name: string
  /** Where the share is unshared, and shared again. */
  details: string
  isKilled: boolean
  links: { label: string; to: string }[]
  delete: string
}

/** What can be done with a share besides what is beside it. */
export function ShareMenu({ head: { name, details, isKilled, links, ...head } }: { head: ShareMenuShown }) {
  return (
    <ActionsMenu of={name}>
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
    </ActionsMenu>
  )
}
