import type { ListedShare } from '#app/view-models/lists/listed-shares.server.ts'
import { Avatars } from '#app/ui/avatars.tsx'
import { FileIcon } from '#app/ui/icons/file-icon.tsx'
import { EndBadge } from './end-badge.tsx'
import { RowMenu } from './row-menu.tsx'
import { SelectHead, SelectRow } from './select-row.tsx'
import { SortHead, type SortHeadShown } from './sort-head.tsx'
import { Sparkline } from '#app/ui/charts/sparkline.tsx'
import { TableBody } from '#app/ui/static/table-body.tsx'
import { Time } from './time.tsx'

type ShareTableProps = {
  shares: ListedShare[]
  /** For a list that can be sorted; inside a form, whose rows can be selected. */
  heads?: Record<'name' | 'sent' | 'end', SortHeadShown>
}

/** Sent files as a table; on phones each row is a card. */
export function ShareTable({ shares, heads }: ShareTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          {heads ? <SelectHead /> : null}
          <SortHead {...heads?.name} className="nm">
            File
          </SortHead>
          <th scope="col">People</th>
          <SortHead {...heads?.sent}>Sent</SortHead>
          <SortHead {...heads?.end}>Ends</SortHead>
          <th scope="col" className="o1 r">
            Opened
          </th>
          <th scope="col" className="o2 r">
            Views
          </th>
          <th scope="col" className="o3">
            Last 14 days
          </th>
          <th scope="col" className="act">
            <span className="unseen">Actions</span>
          </th>
        </tr>
      </thead>
      <TableBody rows={shares}>
        {(share) => <ShareRow key={share.guid} share={share} mayChoose={heads !== undefined} />}
      </TableBody>
    </table>
  )
}

function ShareRow({ share, mayChoose }: { share: ListedShare; mayChoose: boolean }) {
  const { guid, name, to, kind, picture, facts, untold, security, sentAt, ends } = share
  return (
    <tr>
      {mayChoose ? <SelectRow field="share" value={guid} name={name} /> : null}
      <td className="nm">
        <div className="named">
          <FileIcon kind={kind} name={name} picture={picture} />{' '}
          <div>
            <a className="name" href={to}>
              {name}
            </a>
            <p className="meta">
              {facts}
              {untold ? ` · ${untold}` : null}
              {security === null ? null : (
                <span className="o1" title={security.why}>
                  {' '}
                  · Security {security.level}
                  {security.note ? `, ${security.note}` : null}
                </span>
              )}
            </p>
          </div>
        </div>
      </td>
      <td>
        <Who {...share} />
      </td>
      <td className="nowrap">
        <Time {...sentAt} />
      </td>
      <td>
        <EndBadge {...ends} />
        {ends.why ? <p className="meta">{ends.why}</p> : null}
      </td>
      <td className="o1 r nowrap" data-label="Opened">
        {share.opened}
      </td>
      <td className="o2 r">{share.views}</td>
      <td className="o3">
        <Sparkline spark={share.spark} />
      </td>
      <td className="act">
        <RowMenu of={name} actions={share.actions} link={share.link} />
      </td>
    </tr>
  )
}

/** Who can open it: one person by name, several as avatars, or in words that anyone can. */
function Who({ audience, people, more }: ListedShare) {
  return (
    <>
      {audience ? <span className="audience">{audience}</span> : null}
      {audience && people.length > 0 ? ', ' : null}
      <Avatars people={people} more={more} />
    </>
  )
}
