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

/** Asks these name servers in turn, or those of the system where there are none. */
export function textsFrom(servers: readonly string[]): LookUpTexts {
  const resolvers = servers.length === 0 ? [new Resolver(patience)] : servers.map(resolverAt)
  return async (name) => {
    for (const resolver of resolvers) {
      const texts = await textsBy(resolver, name)
      if (texts !== null) return texts
    }
    return null
  }
}

const patience = { timeout: 3000, tries: 2 }

/** One for each: a resolver with several servers takes a failure of the first for the answer. */
function resolverAt(server: string): Resolver {
  const resolver = new Resolver(patience)
  resolver.setServers([server])
  return resolver
}

async function textsBy(resolver: Resolver, name: string): Promise<string[] | null> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
  }
}
