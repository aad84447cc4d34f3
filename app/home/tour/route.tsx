import { useActionData, useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { TourPicture } from './tour-picture.tsx'
import { action as submit, buttonForm, intent, once } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

const steps = [
  {
    title: 'You decide who has access',
    text: 'Each file goes to people you name. They confirm their email address with a six-digit code. They need no account, no app and no scripts in the browser.',
  },
  {
    title: 'You decide how',
    text: 'With or without a watermark, to view only or also to print and download, until a date or for a minute after opening.',
  },
  {
    title: 'You see who reads it',
    text: 'Who opened it, when, from where, which pages and for how long. You can stop sharing at any time, even while someone is reading.',
  },
  {
    title: 'Now be the recipient',
    text: 'We’ll send you a four-page file. It self-destructs one minute after you open it.',
  },
] as const

/** Four steps by `step`; the last one sends the tour file. */
export const loader = load(routes.home.tour, 'user', async ({ user, ...context }) => {
  const asked = Number(context.url.searchParams.get('step') ?? '1')
  const number = Number.isInteger(asked) && asked >= 1 && asked <= steps.length ? asked : 1
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
        {number === count ? (
          <Form intent="send" answer={answer}>
            <p className="soft">We’ll send it to {email}.</p> <Submit>Send tour file</Submit>
          </Form>
        ) : number === 1 ? (
          <Form intent="start" answer={answer}>
            <Submit>Start tour</Submit>
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
          <Form intent="close" className="inline">
            <Submit className="btn-quiet btn-small">Close tour</Submit>
          </Form>
        </div>
      </div>
    </div>
  )
}
