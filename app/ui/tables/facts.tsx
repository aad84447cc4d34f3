import type { ShownTime } from '#server/rules/text/format.ts'
import { Time } from './time.tsx'

export type Fact = { label: string; value: string | ShownTime; note?: string | ShownTime }

/** Facts by name, one under the other. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Words of={value} />
            {note ? (
              <span className="hint">
                {' '}
                <Words of={note} />
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Words({ of }: { of: string | ShownTime }) {
  return typeof of === 'string' ? of : <Time {...of} />
}
