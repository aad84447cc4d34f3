import type { User } from '#server/accounts/accounts.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { AcceptanceRecord } from '#server/viewing/records/acceptance-records.ts'
import { href } from '#app/routes.ts'
import { pageNumber, type Given } from '#app/request/loader.server.ts'

/** The terms of a share and who accepted them, as its owner sees them. Throws notFound for anybody else. */
export async function termsRecords(given: Given, user: User, guid: string) {
  const { services, url } = given
  const wanted = url.searchParams.get('text')
  const page = pageNumber(url)
  const [{ share }, text, isTold, { rows, total }] = await Promise.all([
    services.shares.find(user, guid),
    services.acceptanceRecords.text(user, guid, wanted),
    services.acceptanceRecords.isTold(user, guid),
    services.acceptanceRecords.list(user, guid, { page, pageSize: rowsOnScreen }),
  ])
  if (page > 1 && rows.length === 0) throw new Problem('notFound')
  const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
  return {
    name: share.name,
    text: text && {
      text: text.text,
      sha256: text.sha256,
      label: textLabel(text.teamVersion),
      isOlder: wanted !== null,
    },
    isAsked: share.protections.terms !== 'off',
    isTold,
    asksAgain: share.protections.terms === 'team' && share.asks_terms_again === 1,
    export: total > 0 ? href('shareTermsExport', { ShareGuid: guid }) : null,
    current: href('shareTerms', { ShareGuid: guid }),
    rows: rows.map((row) => ({
      key: row.guid,
      who: readerName(row),
      at: shownTime(row.acceptedAt, user.timeZone),
      text: textLabel(row.teamVersion),
      to: href('shareTerms', { ShareGuid: guid }, { text: row.termsGuid }),
      sha256: row.sha256,
      ip: row.ip,
      browser: row.userAgent,
    })),
    pager: {
      where: `Page ${page} of ${pages}`,
      previous: page > 1 ? href('shareTerms', { ShareGuid: guid }, { page: page - 1 }) : null,
      next: page < pages ? href('shareTerms', { ShareGuid: guid }, { page: page + 1 }) : null,
    },
  }
}

/** What a text of terms is called. */
export function textLabel(teamVersion: number | null): string {
  return teamVersion === null ? 'Your own text' : `Team terms, version ${teamVersion}`
}

function readerName({ email, saysName }: AcceptanceRecord): string {
  const who = email ?? 'Link visitor'
  return saysName === null ? who : `${who}, says: ${saysName}`
}
