import { Resolver } from 'node:dns/promises'

/** Where a domain's owner says which team it belongs to. */
export function proofName(domain: string): string {
  return `_strongroom.${domain}`
}

/** What the record there must say. */
export function proofText(token: string): string {
  return `strongroom-team=${token}`
}

/** The texts at a name in DNS; none if it has none, null if no server answered. */
export type LookUpTexts = (name: string) => Promise<string[] | null>

/** Asks these name servers, or those of the system where there are none. */
export function textsFrom(servers: readonly string[]): LookUpTexts {
  return async (name) => {
    const resolver = new Resolver({ timeout: 3000, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
    }
  }
}
