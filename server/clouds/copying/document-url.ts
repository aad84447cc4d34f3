import type { CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'

/** By provider: what its IDs look like, its own hosts, and where an address there has the ID. */
const patterns: Readonly<Record<CloudName, { id: RegExp; hosts: RegExp; path: RegExp }>> = {
  box: {
    id: /^\d{1,30}$/,
    hosts: /^(?:[a-z0-9-]+\.)?app\.box\.com$/,
    path: /^\/(?:file|notes)\/(\d{1,30})\/?$/,
  },
  dropbox: {
    id: /^(?:[\w:-]{1,100}\/)?id:[\w-]{1,150}$/,
    hosts: /^www\.dropbox\.com$/,
    path: /^\/home(\/.+)$/,
  },
  google: {
    id: /^[A-Za-z0-9_-]{10,200}$/,
    hosts: /^(?:drive|docs)\.google\.com$/,
    path: /^\/(?:a\/[a-z0-9.-]+\/)?(?:file|document|spreadsheets|presentation|drawings)(?:\/u\/\d+)?\/d\/([A-Za-z0-9_-]{10,200})(?:\/[a-z]*)?$/,
  },
}

const longest = 4000

/**
 * The ID of the item that a program names, by the ID itself or by its address at the provider. Nothing is ever requested
 * from that address: it is only read, and the item is asked for by its ID. Throws Problem badForm for every other one.
 */
export function itemNamed(cloud: CloudName, documentUrl: string): string {
  const text = documentUrl.trim()
  const { id, hosts, path } = patterns[cloud]
  if (id.test(text)) return itemOf(cloud, text)
  const url = text.length <= longest && /^https:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || url.port !== '' || url.username !== '' || url.password !== '' || !hosts.test(url.hostname))
    throw refused()
  const named =
    cloud === 'google' && url.pathname === '/open' ? url.searchParams.get('id') : path.exec(url.pathname)?.[1]
  if (!named) throw refused()
  if (cloud !== 'dropbox') {
    if (!id.test(named)) throw refused()
    return itemOf(cloud, named)
  }
  return decoded(named)
}

/** Box counts files and folders by themselves: a number is that of a file. */
function itemOf(cloud: CloudName, id: string): string {
  return cloud === 'box' ? `file-${id}` : id
}

function decoded(path: string): string {
  try {
    const name = decodeURIComponent(path)
    if (!/\p{Cc}/u.test(name)) return name
  } catch {
    // Not an address of a file.
  }
  throw refused()
}

function refused(): Problem {
  return new Problem('badForm', {
    field: 'file',
    text: 'DocumentUrl is the ID of a file at its Source, or its address there. Other addresses aren’t opened.',
  })
}
