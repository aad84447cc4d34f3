import type { Detail, InstallationEventKind } from '#server/tracking/tracking.ts'

/** What happened to the installation, as its operators read it after the name of who did it. */
export const auditLabel: Record<InstallationEventKind, (detail: Detail) => string> = {
  AuditExported: ({ scope, of }) =>
    `exported the audit trail of ${of ? `${scope} ${of}` : 'the installation'}`,
  Commanded: ({ given, by }) => `ran “strongroom ${given}” as ${by}`,
  TrailErased: ({ of, sequence }) =>
    `erased the record of ${of}, with what it was about (${sequence} events in all)`,
}
