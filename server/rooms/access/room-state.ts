import type { Insertable } from 'kysely'
import type { RoomTable } from '#server/db/tables/room-tables.ts'
import type { Transaction } from '#server/db/open.ts'
import { differences, type Change } from '#server/rules/text/changes.ts'
import { duration } from '#server/rules/text/format.ts'
import { standardProtections, type Protections } from '#server/rules/sharing/options.ts'
import { endText, fingerprintOf, watermarkText, yesOrNo } from '#server/shares/changes.ts'

/** What can be changed of a room as a whole. Only those protections count for which a room has columns. */
export type RoomState = {
  name: string
  description: string
  protections: Protections
  termsText: string
  termsGuid: string | null
  asksTermsAgain: boolean
  tellsAcceptance: boolean
  tellsEntry: boolean
  hidesNewFolders: boolean
  contributorsArrangeAll: boolean
  showsIndex: boolean
  sharesComments: boolean
  newsChoice: 'all' | 'nobody' | 'later'
}

/** The settings of an existing room. */
export async function readState(kysely: Pick<Transaction, 'selectFrom'>, guid: string): Promise<RoomState> {
  const row = await kysely
    .selectFrom('room')
    .leftJoin('terms', (join) =>
      join.onRef('terms.guid', '=', 'room.terms_guid').on('terms.owner_guid', 'is not', null),
    )
    .selectAll('room')
    .select('terms.text as terms_text')
    .where('room.guid', '=', guid)
    .executeTakeFirstOrThrow()
  const { watermark_size: size, watermark_colour: colour } = row
  return {
    name: row.name,
    description: row.description,
    protections: {
      ...standardProtections,
      mayDownload: row.may_download === 1,
      mayPrint: row.may_print === 1,
      mayReadText: row.may_read_text === 1,
      watermark: size && colour ? { size, colour, text: row.watermark_text } : null,
      terms: row.terms_mode,
      destructSeconds: row.destruct_seconds,
      expiresAt: row.expires_at,
    },
    termsText: row.terms_text ?? '',
    termsGuid: row.terms_guid,
    asksTermsAgain: row.asks_terms_again === 1,
    tellsAcceptance: row.tells_acceptance === 1,
    tellsEntry: row.tells_entry === 1,
    hidesNewFolders: row.hides_new_folders === 1,
    contributorsArrangeAll: row.contributors_arrange_all === 1,
    showsIndex: row.shows_index === 1,
    sharesComments: row.shares_comments === 1,
    newsChoice: row.news_choice,
  }
}

/** The state as the room's row has it; the terms have their own row. */
export function columnsOf({ protections, ...state }: RoomState): Partial<Insertable<RoomTable>> {
  return {
    name: state.name,
    description: state.description,
    may_download: protections.mayDownload ? 1 : 0,
    may_print: protections.mayPrint ? 1 : 0,
    may_read_text: protections.mayReadText ? 1 : 0,
    watermark_size: protections.watermark?.size ?? null,
    watermark_colour: protections.watermark?.colour ?? null,
    watermark_text: protections.watermark?.text ?? '',
    terms_mode: protections.terms,
    asks_terms_again: state.asksTermsAgain ? 1 : 0,
    tells_acceptance: state.tellsAcceptance ? 1 : 0,
    tells_entry: state.tellsEntry ? 1 : 0,
    destruct_seconds: protections.destructSeconds,
    expires_at: protections.expiresAt,
    hides_new_folders: state.hidesNewFolders ? 1 : 0,
    contributors_arrange_all: state.contributorsArrangeAll ? 1 : 0,
    shows_index: state.showsIndex ? 1 : 0,
    shares_comments: state.sharesComments ? 1 : 0,
    news_choice: state.newsChoice,
  }
}

/** The settings that were changed. */
export function settingsBetween(before: RoomState, after: RoomState): Change[] {
  return differences(valuesOf(before), valuesOf(after))
}

function valuesOf({ protections, ...state }: RoomState): Record<string, string> {
  return {
    name: state.name,
    description: fingerprintOf(state.description),
    download: yesOrNo(protections.mayDownload),
    printing: yesOrNo(protections.mayPrint),
    'text of the pages': yesOrNo(protections.mayReadText),
    watermark: watermarkText(protections.watermark),
    terms: termsLabels[protections.terms],
    'custom terms': fingerprintOf(state.termsText),
    'asking again when terms change': yesOrNo(state.asksTermsAgain),
    'emails about acceptances': yesOrNo(state.tellsAcceptance),
    'emails about first entries': yesOrNo(state.tellsEntry),
    end: endOf(protections),
    'new folders': state.hidesNewFolders ? 'hidden by default' : 'inherited',
    'what contributors can change': state.contributorsArrangeAll ? 'everything' : 'what they added',
    numbers: yesOrNo(state.showsIndex),
    'shared comments': yesOrNo(state.sharesComments),
    'notifications about new files': newsLabels[state.newsChoice],
  }
}

const termsLabels = { off: 'none', team: "the organisation's", custom: 'custom text' }
const newsLabels = { all: 'to all who can see them', nobody: 'to no one', later: 'decide later' }

function endOf({ destructSeconds, expiresAt }: Protections): string {
  if (destructSeconds > 0) return `${duration(destructSeconds * 1000)} after first entry`
  return endText(destructSeconds === 0 ? expiresAt : null)
}
