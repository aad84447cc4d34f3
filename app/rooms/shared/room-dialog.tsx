import type { ReactNode } from 'react'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { RoomHead, type RoomHeadShown } from '#app/ui/frame/room-head.tsx'

type RoomDialogProps = {
  heading: string
  /** The room's, for its members, with the page that led here; otherwise a link back. */
  above: { head: RoomHeadShown; back: string; from?: string } | Crumb
  children: ReactNode
}

/** A page about one thing that is done with a whole room. */
export function RoomDialog({ heading, above, children }: RoomDialogProps) {
  return (
    <>
      {'head' in above ? (
        <RoomHead
          head={above.head}
          title={heading}
          crumbs={[{ to: above.back, label: above.from ?? 'Archive and delete' }]}
        />
      ) : (
        <BackHead back={above} title={heading} />
      )}
      <div className="measure card stack-wide">{children}</div>
    </>
  )
}
