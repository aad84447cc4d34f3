import type { ReactNode } from 'react'
import type { DoorBar } from '#app/ui/frame/door-bar.tsx'
import { ArrowLeft } from '#app/ui/icons/icons.ts'

type Props = {
  back: { to: string; name: string }
  title: string
  /** Whose colours and logo it shows. */
  company?: DoorBar | null
  /** One line under the title. */
  facts: ReactNode
  children?: ReactNode
}

/** The bar over a document: the way back, its name, and a line about it. Each part is a block for text browsers. */
export function BarFrame({ back, title, company, facts, children }: Props) {
  return (
    <header className="viewer-bar no-print">
      {company?.styles ? (
        <div className="room-bar room-strip">
          <link rel="stylesheet" href={company.styles} />
        </div>
      ) : null}
      <a className="btn-icon viewer-back" href={back.to} title={back.name}>
        <ArrowLeft className="i" aria-hidden="true" />
        <span className="unseen">{back.name}</span>
      </a>
      {company?.logo ? (
        <span className="viewer-logo">
          <img {...company.logo} alt={company.company} />
        </span>
      ) : null}
      <div className="viewer-title">
        <h1 title={title}>{title}</h1>
        <p className="soft figures">{facts}</p>
      </div>
      {children}
    </header>
  )
}
