import { Submit } from './form.tsx'

/** The buttons that lead to files in cloud storage, by its label; inside of a form. */
export function FromCloud({ clouds }: { clouds: readonly string[] }) {
  if (clouds.length === 0) return null
  return (
    <div className="row small">
      <span className="soft">From cloud storage:</span>{' '}
      {clouds.map((label) => (
        <span key={label}>
          <Submit name="fromCloud" className="btn-small" about="choose files" isUnfinished>
            {label}
          </Submit>{' '}
        </span>
      ))}
    </div>
  )
}
