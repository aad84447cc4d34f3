import type { RequestContext } from '#app/request/loader.server.ts'

/** The address of the page being shown: if a form's button turned to another page of its table, that one's. */
export function shownAddress({ url, posted }: RequestContext): URL {
  const sent = (field: string) =>
    (posted?.fields ?? []).filter(([name]) => name === field).map(([, value]) => value)
  return turnedTo(url, sent('turn')[0], sent('way'))
}

/**
 * An address with another page of its table. A `way` is what a button says and where it leads: "Next people: page=2".
 */
export function turnedTo(url: URL, pressed: string | undefined, ways: readonly string[]): URL {
  const way = ways.find((one) => one.startsWith(`${pressed}: `))
  const number = way?.split(': page=').at(-1)
  if (!number) return url
  const turned = new URL(url)
  turned.searchParams.set('page', number)
  return turned
}
