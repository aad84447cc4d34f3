import { Eye, UserPlus } from '#app/ui/icons/icons.ts'
import type { ShownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { FirstPage } from '#app/ui/icons/file-icon.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { ShareMenu, type ShareMenuShown } from './share-menu.tsx'

export type ShareHeadShown = ShareMenuShown & {
  status: { words: string; tone: Tone }
  facts: string[]
  sentAt: ShownTime
  thumbnail: string | null
  /** Where its owner sees it as recipients do; null while it cannot be shown. */
  view: string | null
  addPeople: string
  tabs: { label: string; to: string; count?: number }[]
}

type Props = {
  head: ShareHeadShown
  /** The tab that is open, or what the page is called if it is none of them. */
  here: string
}

/** The head of each page about one share, at the same place on all of them. */
export function ShareHead({ head, here }: Props) {
  const isTab = head.tabs.some(({ label }) => label === here)
  const overview = isTab ? [] : [{ to: head.details, label: head.name }]
  return (
    <>
      <AreaHead
        crumbs={[{ to: href(routes.shares.index), label: 'Sent' }, ...overview]}
        here={isTab ? head.name : here}
        picture={head.thumbnail ? <FirstPage src={head.thumbnail} isLarge /> : null}
        title={head.name}
        facts={
          <>
            <Badge tone={head.status.tone}>{head.status.words}</Badge>{' '}
            <span>
              {head.facts.join(' · ')} · sent <Time {...head.sentAt} />
            </span>
          </>
        }
        actions={
          <>
            {head.view ? (
              <a className="btn" href={head.view}>
                <Eye className="i" aria-hidden="true" />
                Preview<span className="unseen"> as recipient</span>
              </a>
            ) : null}{' '}
            <a className="btn btn-main" href={head.addPeople}>
              <UserPlus className="i" aria-hidden="true" />
              Add people
            </a>{' '}
            <ShareMenu head={head} />
          </>
        }
        tabs={head.tabs.map((tab) => ({ ...tab, isHere: tab.label === here }))}
        tabsLabel="About this file"
      />
      {here === 'Overview' ? null : (
        <h2 id="here" className={isTab ? 'unseen' : 'here break'}>
          {here}
        </h2>
      )}
    </>
  )
}
