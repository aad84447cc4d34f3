import type { ReactNode } from 'react'
import type { ViewerFacts } from './viewer.server.ts'
import { Mark } from '#app/ui/brand.tsx'
import { FilesBeside } from '#app/ui/tables/files-beside.tsx'
import { ReaderLinks } from './reader-links.tsx'
import { TimeLeftShown } from '#app/ui/time-left.tsx'

type Props = {
  file: ViewerFacts
  /** What is shown of the file now: `Page 3 of 12`. */
  where?: string
  /** Further controls, before the download. */
  children?: ReactNode
}

/** The slim bar over every view of a file: back, name, position, time left, other actions. */
export function ViewerBar({ file, where, children }: Props) {
  return (
    <header className="viewer-bar">
      <a className="brand small" href={file.back}>
        <Mark />
        {file.isInRoom ? 'Back to the folder' : 'Back'}
      </a>
      <h1>{file.name}</h1>
      {where ? <span className="where small soft figures">{where}</span> : null}
      {/* Text browsers put nothing between what stands in one line. */}
      {where ? ' ' : null}
      {file.timeLeft ? (
        <span className="small figures">
          <TimeLeftShown left={file.timeLeft} after=" left" />
        </span>
      ) : null}{' '}
      <FilesBeside files={file.beside} />
      <div className="row push">
        <ReaderLinks links={file.links} /> {children}{' '}
        {file.download ? (
          <a className="btn btn-main btn-small" href={file.download}>
            Download
          </a>
        ) : null}
      </div>
    </header>
  )
}
