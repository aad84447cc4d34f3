/** What the first few files and members of a room are the first in. */
export const topsBy = ['views', 'downloads', 'prints', 'time'] as const
export type TopBy = (typeof topsBy)[number]

/** By what the files of a room are sorted: what was done most, or how many people opened them. */
export const filesSorted = [...topsBy, 'people'] as const
export type FilesSorted = (typeof filesSorted)[number]

/** Everyone but the owner; only those who never entered; or only those who entered and opened no file. */
export const peopleShown = ['all', 'absent', 'idle'] as const
export type PeopleShown = (typeof peopleShown)[number]
