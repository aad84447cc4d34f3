/** Every list that can be exported, by what it is of. */
export const listsOf = {
  share: ['shareActivity', 'recipients', 'acceptances'],
  room: ['roomActivity', 'members', 'index', 'roomAcceptances'],
  nothing: ['sent', 'account', 'team', 'installation', 'teamAcceptances', 'teamReport'],
} as const

export type ListName = (typeof listsOf)[keyof typeof listsOf][number]
export const listNames: readonly ListName[] = Object.values(listsOf).flat()
export const exportFormats = ['xlsx', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** More rows are not written while someone waits: a job prepares them. */
export const maxDirectRows = 20_000
/** How long an export that was prepared is kept, in milliseconds. */
export const exportKept = 3 * 86_400_000

/** What a list is of. */
export function subjectOf(list: ListName): keyof typeof listsOf {
  const kinds = Object.keys(listsOf) as (keyof typeof listsOf)[]
  return kinds.find((kind) => (listsOf[kind] as readonly ListName[]).includes(list))!
}
