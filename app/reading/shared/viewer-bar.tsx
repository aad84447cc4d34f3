import type { ReactNode } from 'react'
import { Ellipsis, MessageSquare, Search } from '#app/ui/icons/icons.ts'
import type { ViewerFacts } from './viewer.server.ts'
import type { ReaderLink } from './reader-links.server.ts'
import { FilesBeside } from '#app/ui/tables/files-beside.tsx'
import { TimeLeftShown } from '#app/ui/time-left.tsx'
import { BarFrame } from './bar-frame.tsx'
import { readerLinkLabel } from './reader-links.tsx'

type Props = {
  file: ViewerFacts
  /** What is shown of the file now: `Page 3 of 12`. */
  where?: string
  /** The field that leads to a page. */
  jump?: ReactNode
  /** Further controls of the bar; on phones they come with the menu. */
  children?: ReactNode
  /** The first entries of the menu. */
  more?: ReactNode
}

/** The one bar over every view of a file: back, name, position, and tools; what is needed less is in its menu. */
export function ViewerBar({ file, where, jump, children, more }: Props) {
  const hasMenu = file.links.length > 0 || Boolean(more)
  return (
    <BarFrame
      back={{ to: file.back, name: file.isInRoom ? 'Back to the folder' : 'Back' }}
      title={file.name}
      company={file.company}
      facts={<Facts file={file} where={where} />}
    >
      {jump}
      <div className="viewer-acts">
        <FilesBeside files={file.beside} /> {children}{' '}
        {file.find ? (
          <a className="btn-icon viewer-find-link" href={file.find} title="Find in document">
            <Search className="i" aria-hidden="true" />
            <span className="unseen">Find in document</span>
          </a>
        ) : null}{' '}
        {file.download ? (
          <a className="btn btn-main btn-small" href={file.download}>
            Download
          </a>
        ) : null}
      </div>
      {file.comments ? <CommentsLink link={file.comments} /> : null}{' '}
      <details className={hasMenu ? 'menu viewer-menu' : 'menu viewer-menu only-narrow'}>
        <summary title="More">
          <Ellipsis className="i" aria-hidden="true" />
          <span className="unseen">More</span>
        </summary>
        {hasMenu ? (
          <ul>
            {more}
            {file.links.map((link) => (
              <li key={link.name}>
                <a href={link.to}>{readerLinkLabel(link)}</a>
              </li>
            ))}
          </ul>
        ) : null}
      </details>
    </BarFrame>
  )
}

function Facts({ file, where }: { file: ViewerFacts; where: string | undefined }) {
  const words = [where, file.from ? `from ${file.from}` : undefined].filter(Boolean).join(' · ')
  return (
    <>
      {file.timeLeft ? <TimeLeftShown left={file.timeLeft} after=" left" /> : null}
      {file.timeLeft && words ? ' · ' : null}
      {words}
    </>
  )
}

function CommentsLink({ link }: { link: ReaderLink }) {
  return (
    <a
      className={link.count > 0 ? 'btn-icon viewer-comments has-new' : 'btn-icon viewer-comments'}
      href={link.to}
      title="Comments"
    >
      <MessageSquare className="i" aria-hidden="true" />
      <span className="unseen">{readerLinkLabel(link)}</span>
    </a>
  )
}
