import type { ReactNode } from 'react'
import { BackHead } from '#app/ui/back-head.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/room-head.tsx'

type RoomDialogProps = {
  heading: string
  /** The room's, for its members; otherwise a link back. */
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
