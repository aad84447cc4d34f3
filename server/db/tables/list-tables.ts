/** What the owner of a share can search for: the words of its name and of its people. */
export interface ShareWordTable {
  owner_guid: string
  /** Folded, as `rules/search-words.ts` makes them. */
  word: string
  share_guid: string
}
