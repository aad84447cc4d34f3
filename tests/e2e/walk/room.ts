import { pdf } from '#tests/support/files/documents.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { Place } from '#tests/support/world/app.ts'
import { codeFor } from '#tests/support/world/people.ts'

/** A room with everything in it, and those that are in another state, by guid. */
export type Alba = {
  room: string
  old: string
  removed: string
  folder: string
  file: string
  batch: string
  member: string
  group: string
  /** A room of Ben's. */
  bens: string
  /** The page of an archive of the folder. */
  zip: string
  /** Paths of questions about what was chosen in a folder. */
  arranging: string[]
}

type Cast = { owner: Browser; member: Browser; memberEmail: string; reader: Browser; readerEmail: string }

const folders = [
  'Corporate',
  'Finance',
  'Contracts with customers, suppliers and the landlord',
  'Gesellschafterversammlungsprotokolle',
  'عقود الإيجار',
]

export async function makeAlba(
  place: Place,
  { owner, member, memberEmail, reader, readerEmail }: Cast,
): Promise<Alba> {
  const last = () => owner.url.pathname.split('/').at(-1)!
  const create = async (name: string, fields: Record<string, string> = {}) => {
    await owner.open('/foldercreate')
    await owner.send('createRoom', { name, description: 'All that the buyers have to read.', ...fields })
    return last()
  }
  const room = await create('Sale of Alba to Baltic Capital')
  const guids: string[] = []
  for (const name of folders) {
    await owner.open(`/rooms/${room}/add/${room}`)
    await owner.send('addFolder', { name })
    guids.push(last())
  }
  const folder = guids[2]!
  const add = async (into: string, ...names: string[]) => {
    await owner.open(`/rooms/${room}/add/${into}`)
    for (const name of names) owner.attach('Files', { name, bytes: pdf([name, 'Two']) })
    await owner.send('addFiles')
    return last()
  }
  await add(room, 'Articles of association.pdf')
  const batch = await add(folder, 'Lease of the warehouse in Bremerhaven, with all amendments until 2026.pdf')
  for (const [people, role] of [
    [
      `${memberEmail}\npriya.shah@northwind.example\n${'a.very.long.name.of.a.person'.repeat(2)}@department.of.a.large.company.example`,
      '3',
    ],
    [`Grace Hall <${readerEmail}>\nمحمد الخطيب <m.khatib@advisors.example>`, '1'],
  ]) {
    await owner.open(`/rooms/${room}/people?panel=add`)
    await owner.send('add', { people: people!, role: role! })
  }
  await owner.open(`/rooms/${room}/groups?panel=add`)
  await owner.send('make', { name: 'Bidder A', role: '1' })
  const group = last()
  await owner.send('putIn', { people: 'm.khatib@advisors.example' })
  await owner.open(`/rooms/${room}/people?q=khatib`)
  const linkTo = (browser: Browser, what: RegExp) =>
    browser.page
      .links()
      .flatMap((link) => what.exec(link)?.[1] ?? [])
      .at(-1) ?? ''
  const memberGuid = linkTo(owner, /\/people\/([0-9a-f]{32})/)
  await owner.open(`/dr/${folder}`)
  const file = linkTo(owner, /\/files\/([0-9a-f]{32})/)
  await owner.open(`/rooms/${room}/settings`)
  await owner.send('changeRoom', { comments: 'shared' })
  await owner.open(`/rooms/${room}/files/${file}/comments`)
  await owner.send('write', { text: 'Which annex does the landlord mean in § 4?' })
  await place.settle()
  for (const [browser, email] of [
    [member, memberEmail],
    [reader, readerEmail],
  ] as const) {
    await browser.open(`/rooms/${room}/door`)
    if (browser.page.root.querySelector('input[value=ask]')) {
      await browser.send('ask', { email })
      await browser.send('prove', { code: await codeFor(place, email) })
    }
    await browser.send('enter')
  }
  await owner.open(`/rooms/${room}/notify/${await add(folder, 'Second lease.pdf')}`)
  await owner.send('tell', { choice: 'all' })
  const arranging: string[] = []
  for (const act of ['Move …', 'Copy …', 'Rename …', 'Move to trash …']) {
    await owner.open(`/dr/${folder}`)
    await owner.send('chosen', { item: file, act })
    arranging.push(owner.path)
  }
  await owner.open(`/rooms/${room}/zip?item=${folder}`)
  await owner.send('zip')
  const zip = owner.path
  const old = await create('Archive of leases', { version: '1' })
  await owner.open(`/rooms/${old}/give`)
  await owner.send('offerRoom', { email: memberEmail, roomName: 'Archive of leases' })
  const removed = await create('Project Bravo')
  await owner.open(`/rooms/${removed}/remove`)
  await owner.send('removeRoom', { roomName: 'Project Bravo' })
  await member.open('/foldercreate')
  await member.send('createRoom', { name: 'Bens room', description: 'For the audit' })
  const bens = member.url.pathname.split('/').at(-1)!
  return { room, old, removed, folder, file, batch, member: memberGuid, group, bens, arranging, zip }
}
