import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { TourPicture } from './tour-picture.tsx'
import { action as submit, buttonForm, intent, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

const steps = [
  {
    title: 'Welcome',
    text: 'Each file goes to people you name. They confirm their email address with a six-digit code, and need no account, no app and no scripts in the browser.',
  },
  {
    title: 'Start by sharing a file',
    text: 'You decide who has access and how: with or without a watermark, to view only or also to print and download, until a date or for a minute after opening. You see who reads it, and can stop sharing at any time.',
  },
  {
    title: 'Open a secure file',
    text: 'Now be the recipient. We’ll send you a four-page file. It self-destructs one minute after you open it.',
  },
  {
    title: 'Close the viewer',
    text: 'When you’ve looked around, close the viewer with the link at its top left, or just wait until the minute is over.',
  },
] as const

/** The step that sends the file, and leads to it. */
const fileStep = 3

/** Four steps by `step`; the third one sends the tour file. */
export const loader = load(routes.home.tour, 'user', async ({ user, ...context }) => {
  const step = Number(context.url.searchParams.get('step') ?? '1')
  const number = Number.isInteger(step) && step >= 1 && step <= steps.length ? step : 1
  const { title, text } = steps[number - 1]!
  return { number, count: steps.length, title, text, email: user.email }
})

export const action = submit(routes.home.tour, 'user', {
  start: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.shares.tour.start(user)
    return href(routes.home.tour, {}, { step: 2 })
  }),
  send: once(buttonForm, async ({ user, ...context }) => {
    const guid = await context.services.shares.tour.shareDemo(user)
    return href(routes.reading.entry, { ShareGuid: guid })
  }),
  close: intent(buttonForm, async ({ user, ...context }) => {
    await context.services.shares.tour.finish(user)
    return href(routes.home.tourDone)
  }),
})

export const meta = titled('Tour')

export default function Tour() {
  const { number, count, title, text, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="measure">
      <div className="card stack">
        <p className="small soft">
          Tour, step {number} of {count}
        </p>
        <TourPicture step={number} />
        <h1>{title}</h1>
        <p>{text}</p>
        {number === fileStep ? (
          <Form intent="send" answer={answer}>
            <p className="soft">We’ll send it to {email}.</p> <Submit>Send tour file</Submit>
          </Form>
        ) : number === 1 ? (
          <Form intent="start" answer={answer}>
            <Submit>Start tour</Submit>
          </Form>
        ) : number === count ? (
          <Form intent="close">
            <Submit>Finish tour</Submit>
          </Form>
        ) : (
          <p>
            <a className="btn btn-main" href={href(routes.home.tour, {}, { step: number + 1 })}>
              Next
            </a>
          </p>
        )}
        <div className="row">
          {number > 1 ? <a href={href(routes.home.tour, {}, { step: number - 1 })}>Back</a> : null}
          {number === fileStep ? (
            <a href={href(routes.home.tour, {}, { step: count })}>Skip this step</a>
          ) : null}
          {number === count ? null : (
            <Form intent="close" className="inline">
              <Submit className="btn-quiet btn-small">Close tour</Submit>
            </Form>
          )}
        </div>
      </div>
    </div>
  )
}
