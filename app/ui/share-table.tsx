import type { ListedShare } from '../web/listed-shares.server.ts'
import { Badge, SecurityBadge } from './badge.tsx'
import { Sparkline } from './sparkline.tsx'

/** Sent files as a table; on phones each row is a card. */
export function ShareTable({ shares }: { shares: ListedShare[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Who may see it</th>
          <th scope="col">Status</th>
          <th scope="col">Security</th>
          <th scope="col">Opened by</th>
          <th scope="col">Views, last 14 days</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <tr key={share.to}>
            <td>
              <a className="name" href={share.to}>
                {share.name}
              </a>
              <div className="small soft">
                {share.size}, <time title={share.sentAtUtc}>{share.sentAt}</time>
              </div>
            </td>
            <td>
              <span className="label">For</span>
              {share.audience}
            </td>
            <td>
              <span className="label">Status</span>
              <Badge tone={share.status.tone}>{share.status.words}</Badge>
            </td>
            <td>
              <span className="label">Security</span>
              <SecurityBadge level={share.security.level} note={share.security.note} />
            </td>
            <td>
              <span className="label">Opened by</span>
              {share.opened}
            </td>
            <td>
              <span className="label">Views</span>
              {share.views}
              <Sparkline values={share.byDay} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
