import { ChoiceLinks, type ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { ActivityFilterForm } from './activity-filter-form.tsx'
import { ActivityTable, type ListedEvent } from './activity-table.tsx'
import { ExportLinks, type ExportTo } from './export-links.tsx'
import { Pager } from './pager.tsx'

type Props = {
  topics: ChoiceLink[]
  lines: ListedEvent[]
  /** Of one's own account, the number of each record; of others, whom it is about. */
  column: 'About' | 'Record'
  kept: Record<'about' | 'person' | 'since' | 'until', string | undefined>
  here: string
  clear: string | null
  pager: { previous: string | null; next: string | null; where: string }
  exportTo: ExportTo
}

/** An audit trail: what happened with accounts, teams and the installation, with filters, pages and exports. */
export function AuditList({ topics, lines, column, kept, here, clear, pager, exportTo }: Props) {
  return (
    <section aria-label="Records">
      <div className="tools">
        <ChoiceLinks label="Show" choices={topics} />{' '}
        <ActivityFilterForm action={here} kept={kept} clear={clear} hasPeople={column === 'About'} />
        <ExportLinks to={exportTo} what="These records" />
      </div>
      {lines.length > 0 ? (
        <ActivityTable events={lines} column={column} />
      ) : (
        <p className="soft">No records of this kind.</p>
      )}
      <Pager label="Pages of records" {...pager} />
    </section>
  )
}
