const minute = 60_000
const hour = 60 * minute

/** Emails with links that a program can have sent for one person: to one address, and in total. */
export const linkEmails = { one: { count: 20, per: hour }, all: { count: 1000, per: hour } } as const
/** Invitations that one person can send to the members of a data room. */
export const invitationEmails = { count: 100, per: hour } as const
export const tourFiles = { count: 10, per: hour } as const
/** Comments that one person can write about one file. */
export const commentsByOne = { count: 30, per: 10 * minute } as const
/** What visitors of a link can say that they did, from one network. */
export const tellingsByNetwork = { count: 60, per: hour } as const
