import type { ListedReceived } from './listed-received.server.ts'
import { SelectHead, SelectRow } from '#app/ui/tables/select-row.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { FileIcon } from '#app/ui/icons/file-icon.tsx'
import { EndBadge } from '#app/ui/tables/end-badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'

/** Received files as a table, in a form whose rows can be selected; on phones each row is a card. */
export function ReceivedTable({ files }: { files: ListedReceived[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <SelectHead />
          <th scope="col" className="nm">
            File
          </th>
          <th scope="col">From</th>
          <th scope="col">Received</th>
          <th scope="col">Ends</th>
          <th scope="col" className="o1">
            You can
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <ReceivedRow key={file.key} file={file} />
        ))}
      </tbody>
    </table>
  )
}

function ReceivedRow({ file }: { file: ListedReceived }) {
  const { title, to, kind, picture, isNew, asks, message, sentTo } = file
  return (
    <tr>
      <SelectRow field="share" value={file.shareGuid} name={title} />
      <td className="nm">
        <div className="named">
          <FileIcon kind={kind} name={title} picture={picture} />{' '}
          <div>
            {to ? (
              <a className="name" href={to}>
                {title}
              </a>
            ) : (
              <span className="name">{title}</span>
            )}{' '}
            {isNew ? <Badge tone="brass">New</Badge> : null}
            {message ? (
              <p className="meta clipped" title={message}>
                “{message}”
              </p>
            ) : null}
            {asks.length > 0 ? <p className="meta">{asks.join(' · ')}</p> : null}
          </div>
        </div>
      </td>
      <td>
        <span className="nowrap">{file.sender}</span>
        <p className="meta clipped" title={file.senderEmail}>
          {file.senderEmail}
        </p>
      </td>
      <td>
        <Time {...file.at} />
        {sentTo ? <p className="meta break">to {sentTo}</p> : null}
      </td>
      <td>
        <EndBadge {...file.ends} />
      </td>
      <td className="o1 nowrap" data-label="You can">
        {file.rights.join(', ')}
      </td>
    </tr>
  )
}
