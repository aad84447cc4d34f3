import type { filesOf } from './lists.server.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { SortHead } from '#app/ui/tables/sort-head.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

type Shown = Awaited<ReturnType<typeof filesOf>>

/** The files and what was done with each so far. */
export function FilesRead({ choices, heads, rows, pager, exportTo }: Shown) {
  const [views, downloads, prints, time, people] = heads
  return (
    <section aria-labelledby="files">
      <header className="tools">
        <h2 id="files">Files</h2> <ChoiceLinks label="Which files" choices={choices} />{' '}
        <ExportLinks to={exportTo} what="Index of files" />
      </header>
      {rows.length > 0 ? (
        <div className="list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">File</th>
                <SortHead {...views} className="r">
                  Opened
                </SortHead>
                <SortHead {...people} className="r">
                  Readers
                </SortHead>
                <SortHead {...time}>Time read</SortHead>
                <SortHead {...downloads} className="r o2">
                  Downloads
                </SortHead>
                <SortHead {...prints} className="r o3">
                  Print copies
                </SortHead>
                <th scope="col" className="o2">
                  Last
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td className="nm">
                    <span className="name break">{row.name}</span>
                    <div className="small soft break">{row.folders}</div>
                  </td>
                  <td className="r" data-label="Opened">
                    {row.views}
                  </td>
                  <td className="r" data-label="Readers">
                    {row.people}
                  </td>
                  <td data-label="Time read">
                    {row.views > 0 ? <TimeRead time={row.time} timeNote={row.timeNote} /> : null}
                  </td>
                  <td className="r o2" data-label="Downloads">
                    {row.downloads}
                  </td>
                  <td className="r o3" data-label="Print copies">
                    {row.prints}
                  </td>
                  <td className="o2" data-label="Last">
                    {row.last ? <Time {...row.last} /> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="soft">No such files.</p>
      )}
      <Pager label="Pages of files" {...pager} />
    </section>
  )
}
