import type { User } from '#server/accounts/accounts.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { termsLabel } from '#server/rules/sharing/terms-label.ts'
import { Problem } from '#server/rules/problems.ts'
import type { AcceptanceRecord, LookedAt } from '#server/viewing/records/acceptance-records.ts'
import { href, routes } from '#app/routes.ts'
import type { ExportTo } from '#app/ui/tables/export-links.tsx'
import { pageNumber, type RequestContext } from '#app/request/loader.server.ts'

/** The terms of a share and who accepted them, as its owner sees them. Throws notFound for anyone else. */
export async function termsRecords(context: RequestContext, user: User, guid: string) {
  const here = { ShareGuid: guid }
  const [share, isTold, accepted] = await Promise.all([
    context.services.shares.sent.one(user, guid),
    context.services.viewing.acceptanceRecords.isTold(user, guid),
    acceptedTerms(context, { owner: user, share: guid }, user.timeZone, {
      screen: (query) => href(routes.shares.terms, here, query),
      exportTo: {
        xlsx: href(routes.shares.termsExport, here),
        csv: href(routes.shares.termsExport, here, { format: 'csv' }),
      },
    }),
  ])
  return {
    ...accepted,
    share,
    isRequired: share.protections.terms !== 'off',
    isTold,
    asksAgain: share.protections.terms === 'team' && share.asks_terms_again === 1,
  }
}

/** Where these records are: a page of them, a text, and all as a file. */
type Places = { screen: (query?: { page?: number; text?: string }) => string; exportTo: ExportTo }

/** The text of terms that the address requests, or the current one, and a page of who accepted which. */
export async function acceptedTerms(
  { services, url }: RequestContext,
  lookedAt: LookedAt,
  timeZone: string,
  { screen, exportTo }: Places,
) {
  const wanted = url.searchParams.get('text')
  const page = pageNumber(url)
  const [text, { rows, total }] = await Promise.all([
    services.viewing.acceptanceRecords.text(lookedAt, wanted),
    services.viewing.acceptanceRecords.list(lookedAt, { page, pageSize: rowsOnScreen }),
  ])
  if (page > 1 && rows.length === 0) throw new Problem('notFound')
  const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
  return {
    text: text && {
      text: text.text,
      sha256: text.sha256,
      label: termsLabel(text.teamVersion),
      isOlder: wanted !== null,
    },
    export: total > 0 ? exportTo : null,
    current: screen(),
    rows: rows.map((row) => ({
      key: row.guid,
      who: readerName(row),
      at: shownTime(row.acceptedAt, timeZone),
      text: termsLabel(row.teamVersion),
      to: screen({ text: row.termsGuid }),
      sha256: row.sha256,
      ip: row.ip,
      browser: row.userAgent,
    })),
    pager: {
      where: `Page ${page} of ${pages}`,
      previous: page > 1 ? screen({ page: page - 1 }) : null,
      next: page < pages ? screen({ page: page + 1 }) : null,
    },
  }
}

function readerName({ email, saysName }: AcceptanceRecord): string {
  const who = email ?? 'Link visitor'
  return saysName === null ? who : `${who}, says: ${saysName}`
}
