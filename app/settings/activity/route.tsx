import { useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { tabsFor } from '#app/settings/shared/tabs-for.server.ts'
import { SettingsHead } from '#app/settings/shared/settings-head.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { AuditList } from '#app/ui/tables/audit-list.tsx'
import { auditPage } from '#app/view-models/records/audit-page.server.ts'

/** What happened to someone's own account. */
export const loader = load(routes.settings.activity, 'user', async ({ user, ...context }) => {
  const { activity, activityExport } = routes.settings
  const list = await auditPage({ user, ...context }, 'account', {
    here: (query) => href(activity, {}, query),
    file: (query) => href(activityExport, {}, query),
  })
  return { email: user.email, names: tabsFor(user), ...list }
})

export const meta = titled('Activity – Settings')

export default function Activity() {
  const { email, names, ...list } = useLoaderData<typeof loader>()
  return (
    <>
      <SettingsHead email={email} names={names} here="activity" />
      <h2 id="here" className="unseen">
        Activity
      </h2>
      <div className="stack">
        <p className="soft">
          Sign-ins, changes and exports of your account. Something here wasn’t you? Change your password and
          sign out your other devices.
        </p>
        <AuditList {...list} />
      </div>
    </>
  )
}
