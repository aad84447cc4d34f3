/** What a personal access token can be for; it never does more than its account can. */
export const tokenScopes = ['read', 'share', 'rooms', 'admin'] as const

export type TokenScope = (typeof tokenScopes)[number]

/**
 * What a personal access token must be for: one of these scopes. `any` is for all of them, `never` for none: what only
 * someone who signed in can do.
 */
export type CallScope = TokenScope | readonly TokenScope[] | 'any' | 'never'

export const tokenScopeLabels: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  share: 'Share files',
  rooms: 'Change data rooms',
  admin: 'Administer the team',
}

export const tokenScopeHints: Readonly<Record<TokenScope, string>> = {
  read: 'Lists, files, activity and downloads: what you can see yourself.',
  share: 'Send files, change and end shares, answer comments.',
  rooms: 'Create and change data rooms, what is in them and who can open them.',
  admin: 'What you can do as an administrator of your team.',
}

/** The tokens that one account can have. */
export const maxAccessTokens = 50
export const maxTokenNameLength = 60
/** How many days a token with an end can last. */
export const maxTokenDays = 366
/** How many days before its end its owner is reminded. */
export const tokenReminderDays = 7

/** How many calls one token can make in how many milliseconds. */
export const tokenCalls = { count: 3000, per: 5 * 60_000 } as const

/** The scopes as they are stored, in the order of the list. */
export function scopesIn(text: string): TokenScope[] {
  const words = text.split(' ')
  return tokenScopes.filter((scope) => words.includes(scope))
}
