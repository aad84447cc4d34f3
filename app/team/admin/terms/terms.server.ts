import { teamTermsForm, termsAddressForm } from '#server/teams/forms.ts'
import type { FetchFailure } from '#server/teams/terms-source/terms-fetch.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { shownTime } from '#server/rules/text/format.ts'
import type { AcceptedPlace } from '#server/viewing/records/team-acceptances.ts'
import { href, routes } from '#app/routes.ts'
import { intent, onceAMinute } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'

async function load({ user, services, url }: TeamContext) {
  const { terms, termsSource } = services.teams
  const number = /^\d{1,9}$/.exec(url.searchParams.get('version') ?? '')?.[0]
  const [latest, versions, source] = await Promise.all([
    terms.latest(user),
    terms.versions(user),
    termsSource.last(user),
  ])
  const shown = number === undefined ? latest : await terms.find(user, Number(number))
  const at = (time: number) => shownTime(time, user.timeZone)
  const versionPath = (version: number, before?: string) =>
    teamPath('terms', { version: version === latest?.version ? undefined : version, before })
  return {
    here: teamPath('terms'),
    isWaiting: source !== null && source.endedAt === null,
    shown: shown && {
      version: shown.version,
      text: shown.text,
      sha256: shown.sha256,
      source: shown.sourceUrl,
    },
    isLatest: shown?.version === latest?.version,
    versions: versions.map(({ version, createdAt, sourceUrl }) => ({
      version,
      at: at(createdAt),
      to: versionPath(version),
      source: sourceUrl ? new URL(sourceUrl).host : null,
      isShown: version === shown?.version,
    })),
    source: source && {
      url: source.url,
      at: at(source.endedAt ?? source.askedAt),
      isRunning: source.endedAt === null,
      failure: source.failure && failures[source.failure],
    },
    accepted: shown ? await acceptedPage({ user, services, url }, shown.version, versionPath) : null,
    exportTo: {
      xlsx: href(routes.team.termsExport),
      csv: href(routes.team.termsExport, {}, { format: 'csv' }),
    },
  }
}

async function acceptedPage(
  { user, services, url }: Pick<TeamContext, 'user' | 'services' | 'url'>,
  version: number,
  path: (version: number, before?: string) => string,
) {
  const before = placeIn(url)
  const range = { before, pageSize: rowsOnScreen }
  const { rows, hasMore } = await services.teams.acceptances.page(user, version, range)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({
      key: row.guid,
      who: row.email ?? 'Link visitor',
      at: shownTime(row.acceptedAt, user.timeZone),
      what: row.what === 'room' ? 'Data room' : 'File',
      owner: row.owner,
      ip: row.ip,
    })),
    previous: before ? path(version) : null,
    next: hasMore && last ? path(version, `${last.acceptedAt}.${last.guid}`) : null,
  }
}

function placeIn({ searchParams }: URL): AcceptedPlace | null {
  const [, at, guid] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(searchParams.get('before') ?? '') ?? []
  return at && guid ? { at: Number(at), guid } : null
}

/** Why there is no text, and what to do about it. */
const failures: Record<FetchFailure, string> = {
  address: 'The address, or one it redirects to, can’t be used. Enter one that begins with https://.',
  network:
    'The address, or one it redirects to, is in a private network, which this server doesn’t reach. Use a public page over https.',
  name: 'There’s no server with this name. Check the address.',
  time: 'The server took longer than 20 seconds. Try again later.',
  size: 'The page is larger than 1 MB. Use a page with the terms alone, or paste the text.',
  redirects: 'The address redirects too many times. Enter the final one.',
  connection: 'The server didn’t answer. Try again later.',
  status: 'The server has no page at this address, or doesn’t show it without signing in.',
  type: 'The address isn’t a web page or plain text. Paste the text instead.',
  text: 'The page has no text that can be terms: it’s empty, longer than 20,000 characters, or has characters like < and >. Paste the text instead.',
}

export type TermsData = Awaited<ReturnType<typeof load>>

export const termsTab: TeamTab = {
  load,
  intents: () => ({
    saveTerms: intent(teamTermsForm, async ({ form, user, ...context }) => {
      const version = await context.services.teams.terms.save(user, form.text)
      const notice = `Terms saved as version ${version}.`
      return goWithNotice(context.visitor, teamPath('terms'), notice, 'good')
    }),
    fetchTerms: onceAMinute(termsAddressForm, async ({ form, user, ...context }) => {
      await context.services.teams.termsSource.ask(user, form.url)
      return teamPath('terms')
    }),
  }),
}
