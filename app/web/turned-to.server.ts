import type { Given } from './loader.server.ts'

/** The address of the page that is shown: where a form's button turned to another page of its table, of that one. */
export function shownAddress({ url, posted }: Given): URL {
  return turnedTo(url, posted?.fields.find(([name]) => name === 'turn')?.[1])
}

/** An address with another page of its table, as the button `turn` says it: "page=2" or "columns=2". */
export function turnedTo(url: URL, turn: string | undefined): URL {
  const [name, number] = turn?.split('=') ?? []
  if (!number || (name !== 'page' && name !== 'columns')) return url
  const turned = new URL(url)
  turned.searchParams.set(name, number)
  return turned
}
