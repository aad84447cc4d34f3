import { Clock } from '#app/ui/icons/icons.ts'
import type { ReactNode } from 'react'
import { href, routes } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { SkipLink, SkipTarget } from '#app/ui/skip-link.tsx'
import { Find } from './find.tsx'
import { Notice } from './notice.tsx'
import { Side, type ShellShown } from './side.tsx'
import { Transfers } from './transfers.tsx'

type Props = {
  shown: ShellShown
  /** A strip at the upper edge of the page. */
  strip?: ReactNode
  children: ReactNode
}

/** Around the pages of someone who is signed in: where they can go, and who they are. */
export function ShellFrame({ shown, strip, children }: Props) {
  return (
    <>
      <SkipLink />
      <div className={shown.isCollapsed ? 'shell shell-collapsed' : 'shell'}>
        <Side {...shown} />
        <div className="content">
          {strip}
          {shown.planEnds ? <PlanEnds words={shown.planEnds} /> : null}
          {shown.secondFactorComing ? <SecondFactorComing words={shown.secondFactorComing} /> : null}
          <Transfers transfers={shown.transfers} />
          <div className="content">
            <div className="top">
              <Find />
            </div>
            <main className="main">
              <SkipTarget />
              <Notice isToast />
              {children}
            </main>
          </div>
        </div>
      </div>
    </>
  )
}

/** That the plan ends by itself, and where another one is. */
function PlanEnds({ words }: { words: string }) {
  return (
    <aside className="banner no-print" aria-label="Plan">
      <Clock className="i" aria-hidden="true" />
      <p>
        {words} <a href={href(routes.plans.portal)}>Compare plans</a>
      </p>
    </aside>
  )
}

/** That the team will require a second factor, before it does. */
function SecondFactorComing({ words }: { words: string }) {
  return (
    <aside className="banner no-print" aria-label="Two-step verification">
      <Clock className="i" aria-hidden="true" />
      <p>
        {words} <a href={settingsPath('twofactor')}>Set it up</a>
      </p>
    </aside>
  )
}
