import type { ListedReceived } from './listed-received.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Message } from '#app/ui/tables/lines.tsx'

/** Received files as a table; on phones each row is a card. */
export function ReceivedTable({ files }: { files: ListedReceived[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">From</th>
          <th scope="col">Received</th>
          <th scope="col">Status</th>
          <th scope="col">What you can do</th>
          <th scope="col">Until</th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.key}>
            <td>
              {file.to ? (
                <a className="name" href={file.to}>
                  {file.title}
                </a>
              ) : (
                <span className="name">{file.title}</span>
              )}
              {file.asks.map((words) => (
                <div key={words} className="small soft">
                  {words}
                </div>
              ))}
              {file.message ? <Message as="div" isSmall text={file.message} /> : null}
            </td>
            <td className="break" data-label="From">
              {file.sender}
              <div className="small soft">{file.senderEmail}</div>
            </td>
            <td data-label="Received">
              <time title={file.at.title}>{file.at.text}</time>
              {file.sentTo ? <div className="small soft break">to {file.sentTo}</div> : null}
            </td>
            <td data-label="Status">
              <Badge tone={file.status.tone}>{file.status.words}</Badge>
            </td>
            <td data-label="You can">{file.rights.join(', ') || '–'}</td>
            <td data-label="Until">{file.until}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
