/** A day of one person; null without a visit. */
export type LaneDot = { radius: number; look: 'full' | 'hatched' | 'ring'; words: string } | null

export type Lanes = {
  columns: string[]
  /** How long the picture is. */
  what: string
  lanes: { who: string; dots: LaneDot[] }[]
}

/** When each person came, and for how much; a list on the same page says it in words. */
export function LanesTable({ columns, lanes }: Lanes) {
  return (
    <table className="reading lanes">
      <thead>
        <tr>
          <th scope="col" className="corner">
            <span className="unseen">Reader</span>
          </th>
          {columns.map((name, at) => (
            <th scope="col" key={at}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ who, dots }) => (
          <tr key={who}>
            <th scope="row" title={who}>
              {who}
            </th>
            {dots.map((dot, at) => (
              <td key={at} title={dot?.words}>
                {dot ? (
                  <>
                    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
                      <circle cx="14" cy="14" r={dot.radius} className={dot.look} />
                    </svg>
                    <span className="unseen">{dot.words}</span>
                  </>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
