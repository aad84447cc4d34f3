import { href, routes } from '#app/routes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field, Submit } from '#app/ui/forms/form.tsx'

export type PresetPill = { name: string; isChosen: boolean }

/** How many are offered in the form; all of them are on their own page. */
export const pillsShown = 5

type PillsProps = { presets: PresetPill[]; isStrictest: boolean }

/**
 * Choices that were saved before. Each is a button of the form: the server answers with the form again, with these
 * choices and all that was typed.
 */
export function PresetPills({ presets, isStrictest }: PillsProps) {
  if (presets.length === 0) return null
  return (
    <div className="row small">
      <span className="soft" id="presets">
        Preset
      </span>{' '}
      <fieldset className="chips" aria-labelledby="presets">
        <Pill name="noPreset" text="Strictest settings" isChosen={isStrictest} />{' '}
        {presets.map(({ name, isChosen }) => (
          <span key={name}>
            <Pill name="preset" text={name} isChosen={isChosen} />{' '}
          </span>
        ))}
      </fieldset>
      <a href={href(routes.shares.presets)}>
        Manage<span className="unseen"> presets</span>
      </a>
    </div>
  )
}

/** An input, like every button: lynx repeats a button's content beside it. */
function Pill({ name, text, isChosen }: { name: string; text: string; isChosen: boolean }) {
  return (
    <input type="submit" name={name} value={text} className="pill" aria-pressed={isChosen} formNoValidate />
  )
}

/** Saves the choices of the form for next time. */
export function SavePreset({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <div className="stack">
      <p className="label">Save as a preset</p>
      <Field
        name="presetName"
        label="Preset name"
        hint="Name it to use these choices again, a fixed end date as a number of days. People, message and passkey aren’t saved."
        autoComplete="off"
        answer={answer}
      />
      <p className="row">
        <Submit name="savePreset" className="btn-small" isUnfinished>
          Save preset
        </Submit>
      </p>
    </div>
  )
}
