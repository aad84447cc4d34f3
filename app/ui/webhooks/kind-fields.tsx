import type { FormAnswer } from '#app/request/action.server.ts'
import { FieldErrors, fieldOf } from '#app/ui/forms/form.tsx'

export type KindGroup = { area: string; legend: string; kinds: { name: string; label: string }[] }
type Props = { groups: KindGroup[]; chosen: readonly string[]; answer: FormAnswer | undefined }

/** The kinds of events that are sent, by what they happen to; what was chosen is kept. */
export function KindFields({ groups, chosen, answer }: Props) {
  const { errors } = fieldOf(answer, 'kind')
  const given = answer ? [answer.result.initialValue?.['kind'] ?? []].flat() : null
  const isOn = (name: string) => (given ? given.includes(name) : chosen.includes(name))
  return (
    <div className={errors.length > 0 ? 'stack bad-field' : 'stack'} id="kind">
      <FieldErrors name="kind" errors={errors} />
      {groups.map(({ area, legend, kinds }) => (
        <details key={area} open={kinds.some(({ name }) => isOn(name))}>
          <summary>
            {legend} <span className="small soft">({kinds.length})</span>
          </summary>
          <fieldset>
            <legend className="unseen">{legend}</legend>
            {kinds.map(({ name, label }) => (
              <div className="choice" key={name}>
                <input type="checkbox" id={name} name="kind" value={name} defaultChecked={isOn(name)} />
                <label htmlFor={name}>
                  {label} <span className="hint">{name}</span>
                </label>
              </div>
            ))}
          </fieldset>
        </details>
      ))}
    </div>
  )
}
