import type { User } from '#server/accounts/accounts.ts'
import { pickedPage, pickedPageShared } from '#server/clouds/copying/copy-limits.ts'
import type { CopyRow } from '#server/clouds/copying/copy-rows.ts'
import type { Cloud, CloudItem, CloudPage, CloudSpace } from '#server/clouds/provider.ts'
import { cloudLabels } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { fileSize, recentTime } from '#server/rules/text/format.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { placeIn, queryOf, type PickedPlace } from './picked-place.ts'

/** Someone waits for the page: beyond that, the provider is away. */
const patience = 25_000
const maxEmpty = 10

export type PickRow = {
  id: string
  name: string
  /** The label of the button that opens a folder; null for a file. */
  opens: string | null
  size: string
  changed: string
  /** What its checkbox says; null where it cannot be chosen. */
  value: string | null
  refusal: string
  isChosen: boolean
}

/** A page of someone's cloud storage, ready to display. */
export async function pickerPage(context: RequestContext, user: User, copy: CopyRow) {
  const { services, url } = context
  const { copies, connections } = services.clouds
  const limitBytes = await copies.limitOf(user, copy)
  const chosen = await copies.chosen(copy)
  const requested = placeIn(url.searchParams)
  const labels = new Labels()
  const look = async () => {
    const cloud = await connections.open(user, copy.cloud)
    return looked(cloud, requested)
  }
  const found = await look().catch((error: unknown) => {
    if (error instanceof Problem && error.problem.startsWith('cloud')) return error
    throw error
  })
  const failed = found instanceof Problem ? found : null
  const { spaces, place, page } = found instanceof Problem ? nothing(requested) : found
  const isChosen = new Set(chosen.map(({ item_id: id }) => id))
  const shown = { copy, limitBytes, isChosen, place, labels, user, now: context.now }
  return {
    cloud: cloudLabels[copy.cloud],
    isRoom: copy.room_guid !== null && copy.item_guid === null,
    isVersion: copy.item_guid !== null || copy.share_guid !== null,
    isDisconnected: failed?.problem === 'cloudDisconnected',
    problem: failed && (await problemText(failed, context, user, copy)),
    spaces: spaces.map(({ id, name }) => ({
      label: labels.to(name, { space: id, path: [], words: '', cursor: null }),
      isHere: id === place.space && place.words === '',
    })),
    crumbs: place.path.map(({ name }, at) => ({
      label: labels.to(name, { ...place, path: place.path.slice(0, at + 1), cursor: null }),
      isHere: at === place.path.length - 1,
    })),
    rows: once(page.items).map((item) => rowOf(item, shown)),
    first: place.cursor === null ? null : labels.to('First page', { ...place, cursor: null }),
    next: page.next === null ? null : labels.to('Next page', { ...place, cursor: page.next }),
    space: place.space,
    words: place.words,
    offersExports: copy.cloud === 'google',
    limit: fileSize(limitBytes),
    chosen: chosen.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name)),
    places: labels.written(),
  }
}

/** Who never connected it has lost nothing. */
async function problemText(
  { problem, text }: Problem,
  { services }: RequestContext,
  user: User,
  { cloud }: CopyRow,
): Promise<string> {
  if (problem !== 'cloudDisconnected') return text
  const connected = await services.clouds.connections.list(user)
  return connected.some((one) => one.cloud === cloud)
    ? `${cloudLabels[cloud]} is no longer connected. Connect it again.`
    : `Connect ${cloudLabels[cloud]} to choose files there. What you’ve entered is kept.`
}

type Looked = { spaces: CloudSpace[]; place: PickedPlace; page: CloudPage }

async function looked(cloud: Cloud, requested: PickedPlace): Promise<Looked> {
  const signal = AbortSignal.timeout(patience)
  try {
    const spaces = await cloud.spaces(signal)
    const here = spaces.find(({ id }) => id === requested.space) ?? spaces[0]
    if (!here) return { spaces, place: requested, page: { items: [], next: null } }
    const path = here.id === requested.space || requested.space === '' ? requested.path : []
    const place = { ...requested, space: here.id, path }
    const paging = { size: here.kind === 'shared' ? pickedPageShared : pickedPage }
    const read = (cursor: string | null) =>
      requested.words === ''
        ? cloud.list({ space: here.id, folder: path.at(-1)?.id ?? null }, { ...paging, cursor }, signal)
        : cloud.search(requested.words, { size: pickedPage, cursor }, signal)
    let page = await read(requested.cursor)
    // A provider can have a next page after an empty one.
    for (let more = 0; page.items.length === 0 && page.next !== null && more < maxEmpty; more++)
      page = await read(page.next)
    return { spaces, place, page }
  } catch (error) {
    throw signal.aborted && !(error instanceof Problem) ? new Problem('cloudFailed') : error
  }
}

/** A list can name an item twice. */
function once(items: readonly CloudItem[]): CloudItem[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

function nothing(place: PickedPlace): Looked {
  return { spaces: [], place, page: { items: [], next: null } }
}

type Shown = {
  copy: CopyRow
  limitBytes: number
  isChosen: ReadonlySet<string>
  place: PickedPlace
  labels: Labels
  user: User
  now: number
}

function rowOf(item: CloudItem, { copy, limitBytes, isChosen, place, labels, user, now }: Shown): PickRow {
  const { id, kind, name: given, bytes, modifiedAt, exports } = item
  const name = given.trim() === '' ? 'Unnamed' : given.toWellFormed().slice(0, 1000)
  const isFolder = kind === 'folder'
  const isTooLarge = bytes !== null && bytes > limitBytes
  const opened = { ...place, words: '', cursor: null }
  const path = [...(place.words === '' ? place.path : []), { id: item.target ?? id, name }]
  const size = isFolder ? 'Folder' : bytes === null ? (exports.length > 0 ? 'Document' : '') : fileSize(bytes)
  const when = modifiedAt === null ? '' : recentTime(modifiedAt, user.timeZone, now).text
  const refusal = isTooLarge
    ? `Larger than your plan allows: ${fileSize(limitBytes)} at most.`
    : bytes === 0
      ? 'Empty (0 bytes).'
      : ''
  const mayChoose = refusal === '' && (!isFolder || (copy.room_guid !== null && copy.item_guid === null))
  return {
    id,
    name,
    opens: isFolder ? labels.to(name, { ...opened, path }) : null,
    size,
    changed: when,
    value: mayChoose ? JSON.stringify({ id, kind, name, bytes }) : null,
    refusal,
    isChosen: isChosen.has(id),
  }
}

/**
 * The buttons of the page that lead somewhere: text browsers show a button's value, so each has a readable one of its
 * own, and a hidden field says where it leads.
 */
class Labels {
  readonly #places = new Map<string, string>()

  to(name: string, place: PickedPlace): string {
    let label = name
    for (let number = 2; this.#places.has(label); number++) label = `${name} (${number})`
    this.#places.set(label, queryOf(place))
    return label
  }

  written(): string {
    return JSON.stringify(Object.fromEntries(this.#places))
  }
}
