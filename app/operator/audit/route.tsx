import { useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { AuditList } from '#app/ui/tables/audit-list.tsx'
import { auditPage } from '#app/view-models/records/audit-page.server.ts'

/** What happened to accounts, teams and the installation. */
export const loader = load(routes.operator.audit, 'operator', (context) =>
  auditPage(context, 'installation', {
    here: (query) => href(routes.operator.audit, {}, query),
    file: (query) => href(routes.operator.auditExport, {}, query),
  }),
)

export const meta = titled('Audit – Server')

export default function ServerAudit() {
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="audit" />
      <h2 id="here" className="unseen">
        Audit
      </h2>
      <div className="stack">
        <p className="soft">
          What happened to accounts, teams and the installation. “strongroom audit verify” checks that none of
          it was changed.
        </p>
        <AuditList {...list} />
      </div>
    </>
  )
}
