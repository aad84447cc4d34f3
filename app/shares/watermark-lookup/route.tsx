import { useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { ErrorSummary, Field, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { TracedReaders } from './traced-readers.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { lookupIn, listedTrace } from './traced.server.ts'

/** From the code on a page that was found to its reader. It only reads, so it is a GET; nothing is stored. */
export const loader = load(routes.shares.watermarkLookup, 'user', async ({ user, ...context }) => {
  const { answer, mark } = lookupIn(context.url)
  const found = mark === null ? null : await context.services.viewing.traces.find(user, mark)
  return { answer, traces: found && found.map((trace) => listedTrace(trace, user.timeZone)) }
})

export const meta = titled('Who leaked this?')

export default function Trace() {
  const { answer, traces } = useLoaderData<typeof loader>()
  return (
    <div className="measure stack-wide">
      <div className="head">
        <h1>Who leaked this?</h1>
      </div>
      <p>
        Every watermark carries a code, on screen, on paper and in downloads. The code identifies the visit in
        which the page was shown. Enlarge the page or photo until you can read the digits.
      </p>
      {traces ? (
        <section className="stack" aria-label="Result">
          {traces.length === 0 ? (
            <p className="note note-warn">
              No page of your sent files has this code. Check the digits: a single wrong one makes it a
              different code.
            </p>
          ) : null}
          {traces.map((trace) => (
            <TracedReaders key={trace.key} trace={trace} />
          ))}
        </section>
      ) : null}
      <form method="get" action={href(routes.shares.watermarkLookup)} className="card stack">
        <ErrorSummary answer={answer} />
        <Field
          name="code"
          label="Code on the page"
          hint="16 digits, e.g. 8F3A-21C0-77D1-04BE, or the 8 in large print with the two fields below. Spaces, dashes and capitals don’t matter."
          answer={answer}
          autoComplete="off"
          isRequired
        />
        <Field
          name="address"
          label="Address on the page (optional)"
          hint="For an 8-digit code: the email address in the watermark, if it shows one."
          answer={answer}
          autoComplete="off"
        />
        <Field
          name="minute"
          label="Time on the page, UTC (optional)"
          hint="For an 8-digit code: as shown in the watermark, e.g. 2027-03-01 10:00."
          answer={answer}
          autoComplete="off"
        />
        <div>
          <Submit>Look up</Submit>
        </div>
        <p className="small soft">
          What you enter here isn’t stored. A code tells you who was shown the page, not who leaked it: others
          can see a screen, and a photo can be altered.
        </p>
      </form>
      <p className="small">
        <a href={href(routes.shares.index)}>Sent files</a>
      </p>
    </div>
  )
}
