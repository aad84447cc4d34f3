import { useLoaderData } from '@remix-run/react'
import { routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const sources = {
  environment: 'Environment or .env',
  standard: 'Standard',
  'data folder': 'Data folder',
} as const

/** Every setting as it is used now, and where it comes from. Secrets are only said to be set. */
export const loader = load(routes.operator.settings, 'operator', async ({ services }) => ({
  settings: services.operator.settings().map(({ from, ...setting }) => ({ ...setting, from: sources[from] })),
}))

export const meta = titled('Configuration – Server')

export default function Configuration() {
  const { settings } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="settings" />
      <h2 id="here" className="unseen">
        Configuration
      </h2>
      <p className="small soft section">
        Settings are read at start, from the environment and the data folder. Secrets aren’t shown.
      </p>
      <div className="list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Value</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ name, value, from }) => (
              <tr key={name}>
                <th scope="row" className="break">
                  {name}
                </th>
                <td className="break" data-label="Value">
                  {value}
                </td>
                <td data-label="From">{from}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
