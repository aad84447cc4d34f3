/** Where the same is as a file: `to` for each format. */
export type ExportTo = { xlsx: string; csv: string }

/** Downloads a list as a file. `what` says which, where a page has several. */
export function ExportLinks({ to, what = '' }: { to: ExportTo; what?: string }) {
  return (
    <span className="small push">
      {what ? <span className="soft">{what}: </span> : null}
      <a href={to.xlsx}>
        Download Excel<span className="unseen"> {what}</span>
      </a>{' '}
      ·{' '}
      <a href={to.csv}>
        CSV<span className="unseen"> {what}</span>
      </a>
    </span>
  )
}
