import type { ReactNode } from 'react'
import { ruleName, rulesToChoose } from '#server/rules/rooms/room-right-labels.ts'
import { Submit } from '#app/ui/forms/form.tsx'

type Props = {
  label: string
  chosen: string | undefined
  /** What is selected, in words; the style sheet puts the numbers before them. */
  children: ReactNode
}

/** The bar under a list or map of permissions: one permission for everything that is selected. */
export function SelectedBar({ label, chosen = 'above', children }: Props) {
  return (
    <fieldset className="bulk" aria-label={label}>
      <label htmlFor="code" className="strong">
        Set permission for {children}
      </label>{' '}
      <select id="code" name="code" defaultValue={chosen}>
        <option value="above">Inherited</option>
        {rulesToChoose({ isRoot: false, isContributor: true }).map((code) => (
          <option key={code} value={code}>
            {ruleName(code)}
            {code === 4 ? ' (contributors)' : ''}
          </option>
        ))}
      </select>{' '}
      <Submit className="btn-small">Review changes</Submit>
    </fieldset>
  )
}
