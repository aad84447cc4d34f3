import { href, routes } from '#app/routes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field, fieldOf, Submit } from '#app/ui/forms/form.tsx'

export type PresetLink = { name: string; to: string; isChosen: boolean }

/** Ways to start the form from earlier choices. */
export function PresetLinks({ presets }: { presets: PresetLink[] }) {
  if (presets.length === 0) return null
  return (
    <nav aria-label="Presets" className="small">
      <ul className="row">
        <li className="soft">Start with</li>
        {presets.map(({ name, to, isChosen }) => (
          <li key={to}>
            <a href={to} aria-current={isChosen ? 'true' : undefined}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={href(routes.shares.presets)}>Manage presets</a>
        </li>
      </ul>
    </nav>
  )
}

/** Saves the choices of the form for next time. */
export function SavePreset({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <details className="more" open={fieldOf(answer, 'presetName').errors.length > 0}>
      <summary>Save these settings as a preset</summary>
      <div className="stack">
        <Field
          name="presetName"
          label="Preset name"
          hint="Saves the protections, with a fixed end date as a number of days. People, message and passkey aren’t saved."
          autoComplete="off"
          answer={answer}
        />
        <div>
          <Submit name="savePreset" className="btn-quiet" isUnfinished>
            Save preset
          </Submit>
        </div>
      </div>
    </details>
  )
}
