import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { logoHeight } from '#server/mail/layout.ts'
import type { EmailPicture, Mailer } from '#server/mail/mailer.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { maxLineLength } from '#server/rules/files/email-line.ts'
import type { Logo } from '#server/rules/files/logos.ts'
import { Problem } from '#server/rules/problems.ts'
import { isGuid } from '#server/rules/text/guid.ts'
import { textProblem, type WordFilter } from '#server/rules/text/text.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { teamLogoName } from '#server/storage/keys/wrapped-columns.ts'
import { lockAsAdmin, requireAdmin } from '#server/teams/people/administered.ts'
import { setColours, teamByGuid } from '#server/teams/team-rows.ts'
import * as rows from './logo-rows.ts'

export type DrawnLogo = { bytes: Uint8Array; width: number; height: number }
/** Draws a chosen file again. Throws logoRefused. */
export type DrawLogo = (file: Uint8Array) => Promise<DrawnLogo>

/** Colours as `#rrggbb`, as they were chosen; null for the product's own. */
export type Branding = {
  guid: string
  name: string
  bar: string | null
  text: string | null
  logo: Logo | null
  /** Under emails; null for none. */
  line: string | null
}
/** `logo` is one that `draw` made for the team, or the one that it shows. */
export type NewBranding = { bar: string | null; text: string | null; logo: string | null; line: string }

type TeamBrandingDeps = {
  database: Database
  events: Pick<Events, 'record'>
  rates: RateLimits
  keyRing: KeyRing
  mailer: Mailer
  words: { blockedWords?: WordFilter }
  draw: DrawLogo
  clock: () => number
}

const maxDrawn = { count: 60, per: 3_600_000 }

/**
 * What a team's doors, rooms and emails look like: its colours and its logo. Administrators change it; everyone else is
 * answered notFound.
 */
export class TeamBranding {
  readonly #deps: TeamBrandingDeps

  constructor(deps: TeamBrandingDeps) {
    this.#deps = deps
    deps.mailer.drawLogos((guid) => this.#picture(guid))
  }

  /** Throws notFound. */
  async find(actor: User): Promise<Branding> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    return (await this.#of(guid))!
  }

  /** Of the actor's own team; null without one, or for the guid of any other. */
  async ofMember({ teamGuid, inviteStatus }: User, requestedTeam: string | null): Promise<Branding | null> {
    // A pending invitation makes no one a member.
    if (teamGuid === null || inviteStatus !== 'Active') return null
    return requestedTeam === null || requestedTeam === teamGuid ? this.#of(teamGuid) : null
  }

  async #of(guid: string): Promise<Branding | null> {
    const { kysely } = this.#deps.database
    const [team, logo] = await Promise.all([teamByGuid(kysely, guid), rows.shownLogo(kysely, guid)])
    if (!team) return null
    const { name, bar_colour: bar, text_colour: text, email_line: line } = team
    return { guid, name, bar, text, logo, line }
  }

  /** Draws a file as a logo that no one sees yet. Throws notFound, logoRefused, tooManyAttempts. */
  async draw(actor: User, file: Uint8Array): Promise<Logo> {
    const { database, rates, draw, keyRing, clock } = this.#deps
    const { guid: teamGuid } = await requireAdmin(database.kysely, actor.guid)
    await rates.require(`team-logo|${teamGuid}`, maxDrawn)
    const { bytes, width, height } = await draw(file)
    return database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      if (team.guid !== teamGuid) throw new Problem('notFound')
      return rows.keepDrawn(tx, { teamGuid, width, height, now: clock() }, (guid) =>
        keyRing.wrap(teamLogoName(guid), Buffer.from(bytes)),
      )
    })
  }

  /** One that was drawn for the actor's team. Throws notFound, and logoRefused for any other. */
  async drawn(actor: User, guid: string): Promise<Logo> {
    const { kysely } = this.#deps.database
    const { guid: teamGuid } = await requireAdmin(kysely, actor.guid)
    const logo = isGuid(guid) ? await rows.logoOfTeam(kysely, { teamGuid, guid }) : null
    if (!logo) throw logoGone()
    return logo
  }

  /** Throws notFound, textRefused with the field `line`, and logoRefused if the logo is not there any more. */
  async save(actor: User, { bar, text, logo, line: typed }: NewBranding): Promise<void> {
    const { database, events, words } = this.#deps
    const line = emailLine(typed, words)
    await database.transaction(async (tx) => {
      const { guid } = await lockAsAdmin(tx, actor.guid)
      const before = await teamByGuid(tx, guid)
      const shown = await rows.shownLogo(tx, guid)
      if (logo !== null && !(await rows.logoOfTeam(tx, { teamGuid: guid, guid: logo }))) throw logoGone()
      const changed = [
        ...(before?.bar_colour !== bar || before.text_colour !== text ? ['colours'] : []),
        ...((shown?.guid ?? null) !== logo ? ['logo'] : []),
        ...(before?.email_line !== line ? ['line under emails'] : []),
      ]
      if (changed.length === 0) return
      await setColours(tx, guid, { bar_colour: bar, text_colour: text, email_line: line })
      await rows.showLogo(tx, guid, logo)
      const detail = { what: listed(changed) }
      await events.record(tx, { subject: guid, kind: 'TeamBrandingChanged', actor: actor.email, detail })
    })
  }

  /** The bytes of a logo, for whoever has its address; null for none. */
  async png(guid: string): Promise<DrawnLogo | null> {
    const { database, keyRing } = this.#deps
    const row = isGuid(guid) ? await rows.sealedLogo(database.kysely, guid) : undefined
    if (!row) return null
    const { width, height } = row
    return { bytes: keyRing.unwrap(teamLogoName(row.guid), row.png_sealed), width, height }
  }

  /** The same as emails show it. */
  async #picture(guid: string): Promise<EmailPicture | null> {
    const logo = await this.png(guid)
    if (!logo) return null
    const { bytes, width, height } = logo
    return { bytes, mediaType: 'image/png', width: Math.round((width * logoHeight) / height) }
  }
}

/** The text as it is stored; null for none. `&` belongs to the names of companies, and no entity is ever read here. */
function emailLine(typed: string, words: TeamBrandingDeps['words']): string | null {
  const line = typed.replaceAll(/\r\n?/g, '\n').normalize('NFC').trim()
  const rule = { field: 'line', label: 'line under emails', maxLength: maxLineLength, ...words }
  const refusal = textProblem(line.replaceAll('&', ' '), rule)
  if (refusal !== null) throw new Problem('textRefused', { field: 'line', text: refusal })
  return line === '' ? null : line
}

function listed(parts: string[]): string {
  return [...parts.slice(0, -2), parts.slice(-2).join(' and ')].join(', ')
}

function logoGone(): Problem {
  return new Problem('logoRefused', { text: 'The logo is no longer there. Choose the file again.' })
}
