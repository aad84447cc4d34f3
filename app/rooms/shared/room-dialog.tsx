import type { ReactNode } from 'react'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

type RoomDialogProps = {
  heading: string
  /** The room's, for its members; otherwise a link back. */
  above: RoomHeadShown | { to: string; label: string }
  children: ReactNode
}

/** A page about one thing that is done with a whole room. */
export function RoomDialog({ heading, above, children }: RoomDialogProps) {
  return (
    <>
      {'tabs' in above ? (
        <RoomHead head={above} title={heading} />
      ) : (
        <BackHead back={above} title={heading} />
      )}
      <div className="measure card stack-wide">{children}</div>
    </>
  )
}
