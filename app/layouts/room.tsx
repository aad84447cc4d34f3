import { Outlet, useLoaderData } from '@remix-run/react'
import { Notice } from './notice.tsx'
import { RoomBar } from './room-bar.tsx'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { titledOnFailure } from '#app/request/titled.ts'
import { titleOfFailure } from '#app/ui/status-page.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { roomBarStyles, roomVisitor } from './room-bar.server.ts'

export const loader = load({ id: 'room' }, 'visitor', async (context) => ({
  visitor: await roomVisitor(context),
  styles: await roomBarStyles(context),
}))

export const meta = titledOnFailure(titleOfFailure)

export const handle = { sheet: 'whole' }

/** Around the pages of a data room, which people without an account see, too: the team's bar, and who one is. */
export default function Room() {
  const { visitor, styles } = useLoaderData<typeof loader>()
  return (
    <div className="shell">
      <SkipLink />
      <RoomBar visitor={visitor} styles={styles} />
      <main id="content" className="room-main">
        <div className="page">
          <Notice isToast />
        </div>
        <Outlet />
      </main>
    </div>
  )
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
