import { Outlet, useLoaderData, useMatches } from '@remix-run/react'
import { Notice } from './notice.tsx'
import type { RoomHeadShown } from '#app/ui/frame/room-head.tsx'
import { RoomBar } from './room-bar.tsx'
import { ShellFrame } from './frame.tsx'
import { Transfers } from './transfers.tsx'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { titledOnFailure } from '#app/request/titled.ts'
import { titleOfFailure } from '#app/ui/status-page.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { transfersShown } from '#app/view-models/transfers.server.ts'
import { shownInShell } from './account.server.ts'

export const loader = load({ id: 'room' }, 'visitor', async (context) => {
  const user = await context.visitor.user()
  return {
    shell: user ? await shownInShell(user, context) : null,
    reader: user ? null : await context.visitor.readerEmail(),
    transfers: user ? [] : await transfersShown(context, null),
  }
})

export const meta = titledOnFailure(titleOfFailure)

export const handle = { sheet: 'whole' }

/**
 * Around the pages of a data room. Someone with an account keeps their menu, with the colours of the room's team over the
 * page; who confirmed an address, or nothing yet, gets the bar of the room alone.
 */
export default function Room() {
  const { shell, reader, transfers } = useLoaderData<typeof loader>()
  const { bar: styles = null, logo = null } = useTeamHead()
  if (shell) {
    return (
      <ShellFrame shown={shell} strip={styles ? <TeamStrip styles={styles} /> : null}>
        <Outlet />
      </ShellFrame>
    )
  }
  return (
    <div>
      <SkipLink />
      <RoomBar reader={reader} styles={styles} logo={logo} />
      <div className="content">
        <Transfers transfers={transfers} />
        <main className="main">
          <SkipTarget />
          <Notice isToast />
          <Outlet />
        </main>
      </div>
    </div>
  )
}

type Head = Partial<Pick<RoomHeadShown, 'bar' | 'logo'>>

/** The colours and the logo of the room's team, which the page brings with its head: only those who can see the page learn them. */
function useTeamHead(): Head {
  const pages = useMatches().map(({ data }) => data as { head?: Head & { head?: Head } } | null | undefined)
  const head = pages.findLast((page) => page?.head)?.head
  return head?.head ?? head ?? {}
}

function TeamStrip({ styles }: { styles: string }) {
  return (
    <div className="room-bar room-strip">
      <link rel="stylesheet" href={styles} />
    </div>
  )
}

export { StatusAtEntry as ErrorBoundary } from '#app/ui/status-at-entry.tsx'
