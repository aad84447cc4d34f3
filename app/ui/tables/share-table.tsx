import type { ListedShare } from '#app/view-models/lists/listed-shares.server.ts'
import { Avatars } from '#app/ui/avatars.tsx'
import { Badge, SecurityBadge } from '#app/ui/badge.tsx'
import { Sparkline } from './sparkline.tsx'

type ShareTableProps = { shares: ListedShare[]; mayChoose?: boolean }

/** Sent files as a table; on phones each row is a card. Inside a form, rows can be selected. */
export function ShareTable({ shares, mayChoose = false }: ShareTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Who has access</th>
          <th scope="col">Status</th>
          <th scope="col">Security</th>
          <th scope="col">Opened by</th>
          <th scope="col">Views, last 14 days</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <ShareRow key={share.guid} share={share} mayChoose={mayChoose} />
        ))}
      </tbody>
    </table>
  )
}

function ShareRow({ share, mayChoose }: { share: ListedShare; mayChoose: boolean }) {
  return (
    <tr>
      <td>
        <div className={mayChoose ? 'choosable' : undefined}>
          {mayChoose ? (
            <input type="checkbox" name="share" value={share.guid} aria-label={`Select ${share.name}`} />
          ) : null}
          <div>
            <a className="name" href={share.to}>
              {share.name}
            </a>
            <div className="small soft">
              {share.size}, <time title={share.sentAtUtc}>{share.sentAt}</time>
            </div>
          </div>
        </div>
      </td>
      <td data-label="For">
        {share.audience}
        <Avatars people={share.people} more={share.more} />
      </td>
      <td data-label="Status">
        <Badge tone={share.status.tone}>{share.status.words}</Badge>
      </td>
      <td data-label="Security">
        <SecurityBadge level={share.security.level} />
        {share.security.note ? <div className="small soft">{share.security.note}</div> : null}
      </td>
      <td data-label="Opened by">{share.opened}</td>
      <td data-label="Views">
        {share.views}
        <Sparkline values={share.byDay} />
      </td>
      <td className="row-actions" data-copy={share.link} data-copy-of={share.name} data-label="Actions">
        {share.actions.map(({ label, to }) => (
          <span key={label}>
            <a href={to}>
              {label}
              <span className="unseen"> of {share.name}</span>
            </a>{' '}
          </span>
        ))}
      </td>
    </tr>
  )
}
