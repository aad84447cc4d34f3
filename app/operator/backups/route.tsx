import { useLoaderData } from '@remix-run/react'
import type { OperationRun } from '#server/operations/console/runs.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Address } from '#app/ui/address.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const runsShown = 10

/** The last backups, and the checks of everything that is stored, with what each found. */
export const loader = load(routes.operator.backups.index, 'operator', async ({ user, services, now }) => {
  const { runs } = services.operator
  const [backups, checks] = await Promise.all([
    runs.list('backup', runsShown),
    runs.list('verify', runsShown),
  ])
  const shown = (run: OperationRun) => shownRun(run, user.timeZone, now)
  return { backups: backups.map(shown), checks: checks.map(shown) }
})

function shownRun(run: OperationRun, timeZone: string, now: number) {
  const [tone, state]: [Tone, string] =
    run.finishedAt === null ? ['soft', 'Not finished'] : run.hasFailed ? ['bad', 'Failed'] : ['good', 'OK']
  return {
    guid: run.guid,
    when: recentTime(run.startedAt, timeZone, now),
    by: run.requestedBy ?? 'By command',
    tone,
    state,
    lines: run.lines,
  }
}

type Shown = ReturnType<typeof shownRun>

export const meta = titled('Backups – Server')

export default function Backups() {
  const { backups, checks } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="backups" />
      <h2 id="here" className="unseen">
        Backups
      </h2>
      <section className="section" aria-labelledby="backups">
        <h2 id="backups">Backups</h2>
        {backups.length === 0 ? (
          <p className="card empty">
            No backup yet. Create one on the server: <code>strongroom backup</code> with a folder on another
            disk.
          </p>
        ) : (
          <Runs runs={backups} />
        )}
      </section>
      <section className="section" aria-labelledby="checks">
        <header>
          <h2 id="checks">Integrity checks</h2>
        </header>
        <p className="row">
          <a className="btn" href={href(routes.operator.backups.verify, { How: 'quick' })}>
            Quick check
          </a>{' '}
          <a className="btn" href={href(routes.operator.backups.verify, { How: 'full' })}>
            Full check
          </a>
        </p>
        {checks.length === 0 ? (
          <p className="card empty">Results of checks appear here.</p>
        ) : (
          <Runs runs={checks} />
        )}
      </section>
    </>
  )
}

function Runs({ runs }: { runs: Shown[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Started</th>
            <th scope="col">Result</th>
            <th scope="col">Details</th>
            <th scope="col" className="o2">
              By
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ guid, when, tone, state, lines, by }) => (
            <tr key={guid}>
              <td className="nowrap">
                <Time {...when} />
              </td>
              <td>
                <Badge tone={tone}>{state}</Badge>
              </td>
              <td className="break" data-label={lines.length > 0 ? 'Details' : undefined}>
                {lines.map((line, at) => (
                  <p key={at}>{line}</p>
                ))}
              </td>
              <td className="o2 break" data-label="By">
                <Address of={by} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
