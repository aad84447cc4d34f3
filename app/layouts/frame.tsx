import type { ReactNode } from 'react'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { Find } from './find.tsx'
import { Notice } from './notice.tsx'
import { Side, type ShellShown } from './side.tsx'

type Props = {
  shown: ShellShown
  /** What is over the page, beside the path to it. */
  top?: ReactNode
  children: ReactNode
}

/** Around the pages of someone who is signed in: where they can go, and who they are. */
export function ShellFrame({ shown, top, children }: Props) {
  return (
    <>
      <SkipLink />
      <div className={shown.isFolded ? 'shell shell-folded' : 'shell'}>
        <Side {...shown} />
        <div className="content">
          {top ?? (
            <div className="top">
              <Find />
            </div>
          )}
          <main id="content" className="main">
            <Notice isToast />
            {children}
          </main>
        </div>
      </div>
    </>
  )
}
