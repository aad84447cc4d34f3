import type { ReactNode } from 'react'
import { BackHead } from './back-head.tsx'
import { RoomHead, type RoomHeadShown } from './room-head.tsx'

type RoomDialogProps = {
  heading: string
  /** Of the room, for who is in it; else a way back. */
  above: RoomHeadShown | { to: string; label: string }
  children: ReactNode
}

/** A page about one thing that is done with a whole room. */
export function RoomDialog({ heading, above, children }: RoomDialogProps) {
  return (
    <div className="page page-narrow stack-wide">
      {'tabs' in above ? (
        <RoomHead head={above} title={heading} />
      ) : (
        <BackHead back={above} title={heading} />
      )}
      <div className="sheet sheet-roomy stack-wide">{children}</div>
    </div>
  )
}

/** What will happen, in sentences. */
export function Consequences({ title = 'What will happen', lines }: { title?: string; lines: string[] }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      <ul className="list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
