import { useActionData, useLoaderData } from '@remix-run/react'
import { Send } from '#app/ui/icons/icons.ts'
import { onboardingSteps } from '#server/rules/accounts/onboarding.ts'
import { dayText, fileSize, greetingAt } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Checklist } from './checklist.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { FileIcon } from '#app/ui/icons/file-icon.tsx'
import { CopyLinks } from '#app/ui/copy-links.tsx'
import { News } from './news.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'
import { ShareTable } from '#app/ui/tables/share-table.tsx'
import { WaitingList, type WaitingRequest } from '#app/ui/tables/request-tables.tsx'
import { ShareDrop } from '#app/enhance/share-drop.tsx'
import { StorageBar } from '#app/ui/storage-bar.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, type FormAnswer, intent, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { Survey } from './survey.tsx'
import { surveyForm } from '#server/accounts/forms.ts'
import { checklist, listedNews } from './home.server.ts'
import { RoomsOfWeek, WeekNumbers } from './week.tsx'
import { weekShown } from './week.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { waitingRequests } from '#app/view-models/lists/listed-requests.server.ts'
import { listedShares, type ListedShare } from '#app/view-models/lists/listed-shares.server.ts'
import { storageShown } from '#app/view-models/plans/plan.server.ts'

const recentRows = 5
const maxRequests = 10
/** Counting very many takes longer than all the rest of this page. */
const maxCounted = 1000

export const loader = load(routes.home.index, 'user', async ({ user, ...context }) => {
  const plan = context.services.config.plans.of(user.tierCode)
  const [{ shares, total }, { status, newsSince }, use, waiting, isSurveyed] = await Promise.all([
    listedShares(context, user, { page: 1, pageSize: recentRows, countTo: maxCounted + 1 }),
    context.services.accounts.onboarding.of(user),
    context.services.files.usage.of(user),
    context.services.shares.requests.waiting(user, { limit: maxRequests + 1 }),
    context.services.accounts.surveys.isAsked(user),
  ])
  const [news, week] = await Promise.all([
    listedNews(context, user, newsSince),
    weekShown(context, user, waiting, maxRequests),
  ])
  return {
    firstName: user.firstName,
    greeting: greetingAt(context.now, user.timeZone),
    today: dayText(context.now, user.timeZone),
    shares,
    total,
    news,
    week,
    requests: {
      rows: waitingRequests(waiting.slice(0, maxRequests), user.timeZone, context.now),
      hasMore: waiting.length > maxRequests,
    },
    checklist: checklist(status),
    isSurveyed,
    constraints: constraintsOf({ answerSurvey: surveyForm }),
    plan: plan.name,
    largest: fileSize(plan.maxUploadBytes),
    storage: storageShown(use),
  }
})

export const action = submit(routes.home.index, 'user', {
  dismissChecklist: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.accounts.onboarding.set(user, onboardingSteps.checklistDismissed)
    return href(routes.home.index)
  }),
  newsSeen: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.accounts.onboarding.noteSeen(user)
    return href(routes.home.index)
  }),
  answerSurvey: once(surveyForm, async ({ form, user, ...context }) => {
    await context.services.accounts.surveys.answer(user, form)
    return goWithNotice(context.visitor, href(routes.home.index), 'Thank you for your answer.', 'good')
  }),
  dismissSurvey: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.accounts.surveys.dismiss(user)
    return href(routes.home.index)
  }),
})

export { figuresSheet as links } from '#app/ui/charts/figures-sheet.ts'

export const meta = titled('Home')

export default function Home() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { shares, total, news, week, checklist, requests } = page
  const ending = shares.filter(({ ends }) => ends.tone === 'warn')
  return (
    <>
      <AreaHead title={`${page.greeting}, ${page.firstName}`} facts={page.today} />
      <ShareDrop />
      {week ? <WeekNumbers numbers={week.numbers} /> : null}
      <div className={week ? 'cols section' : 'cols'}>
        <div className="stack-wide">
          {checklist ? <Checklist {...checklist} /> : null}
          {page.isSurveyed ? <Survey answer={answer} /> : null}
          {requests.rows.length > 0 ? <PendingRequests {...requests} /> : null}
          {total === 0 ? <FirstShare /> : <RecentlySent shares={shares} total={total} />}
          {week && week.rooms.length > 0 ? <RoomsOfWeek rooms={week.rooms} /> : null}
          {news.items.length > 0 ? <News {...news} /> : null}
        </div>
        <div className="stack">
          {ending.length > 0 ? <EndingSoon shares={ending} /> : null}
          <section className="card" aria-labelledby="storage">
            <header>
              <h2 id="storage">Storage</h2>
            </header>
            <StorageBar {...page.storage} />
            <p className="small soft section">
              {page.plan} plan, files up to {page.largest}. <a href={settingsPath('plan')}>Plan and usage</a>
            </p>
          </section>
        </div>
      </div>
    </>
  )
}

function FirstShare() {
  return (
    <div className="card empty stack">
      <Send className="i" aria-hidden="true" />
      <h2>Share your first protected file</h2>
      <p className="soft">
        Choose a file, who has access and until when. You’ll see every view, and you can stop sharing at any
        time.
      </p>
      <p>
        <a className="btn btn-main" href={href(routes.shares.new)}>
          Share a file
        </a>
      </p>
    </div>
  )
}

function RecentlySent({ shares, total }: { shares: ListedShare[]; total: number }) {
  return (
    <section className="section" aria-labelledby="recent">
      <header>
        <h2 id="recent">Recently sent</h2>
        {total > shares.length ? (
          <a className="push small" href={href(routes.shares.index)}>
            {total > maxCounted ? 'All sent files' : `All ${total} sent files`}
          </a>
        ) : null}
      </header>
      <div className="list">
        <ShareTable shares={shares} />
      </div>
      <CopyLinks />
    </section>
  )
}

/** Of the files that are shown anyway. */
function EndingSoon({ shares }: { shares: ListedShare[] }) {
  return (
    <section className="card" aria-labelledby="ending">
      <header>
        <h2 id="ending">Ending soon</h2>
      </header>
      <ul className="stack">
        {shares.map(({ guid, name, to, kind, picture, ends }) => (
          <li key={guid} className="named">
            <FileIcon kind={kind} name={name} picture={picture} />{' '}
            <div>
              <a className="name strong" href={to}>
                {name}
              </a>
              <p className="tiny soft">{ends.words}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PendingRequests({ rows, hasMore }: { rows: WaitingRequest[]; hasMore: boolean }) {
  return (
    <section className="section" aria-labelledby="requests">
      <header>
        <h2 id="requests">Requests waiting for you</h2>
        <a className="push small" href={href(routes.requests.index)}>
          {hasMore ? 'More requests and past decisions' : 'All requests'}
        </a>
      </header>
      <WaitingList requests={rows} hasFiles from="home" />
    </section>
  )
}
