import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/journey.ts'
import { expectPages, openAs, openedByReader, sendFile, signUp } from '#tests/e2e/people.ts'
import { addFiles, addPeople, hideFolder, makeFolder, makeRoom, within } from '#tests/e2e/rooms.ts'
import { document as drawn } from './papers.ts'
import { keep } from './kept.ts'

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 740 } }
const readers = ['ben.okafor@northwind.example', 'grace.hall@quay.example', 'hugo.moreau@lumen.example']
const parts = ['Sale and purchase', 'Purchase price', 'Conduct until closing', 'Warranties', 'Tax', 'Costs']

test('the main screens, as they look without script', async ({ page, browser, email }) => {
  const paper = async (name: string, count: number) => ({
    name,
    mimeType: 'application/pdf',
    buffer: await drawn(browser, name.replace('.pdf', ''), parts.slice(0, count)),
  })
  const changed: string[] = []
  await signUp(page, 'sonia@haldenmarsh.example', email)
  for (const [name, to, count] of [
    ['Mutual NDA.pdf', 'grace.hall@quay.example', 1],
    ['Board minutes, October.pdf', 'm.khatib@advisors.example, priya.shah@northwind.example', 2],
    ['Term sheet.pdf', 'ben.okafor@northwind.example', 1],
    ['Lease, Bremerhaven warehouse.pdf', 'lena.vogt@vogt-partner.example', 3],
    ['Series B update.pdf', 'ben.okafor@northwind.example, hugo.moreau@lumen.example', 2],
  ] as const) {
    await sendFile(page, await paper(name, count), to)
    await expectPages(page, count)
  }
  const agreement = await paper('Share purchase agreement.pdf', parts.length)
  const share = await sendFile(page, agreement, readers.join(', '))
  await expectPages(page, parts.length)
  for (const [at, reader] of readers.entries()) {
    const at1 = await openedByReader(browser, page)
    await at1.goto(share.replace('/s/', '/file/'))
    if (at === 0) await pictures(at1, { door: at1.url() })
    const viewer = await openAs(at1, share, reader, email)
    for (let number = 1; number <= parts.length - 2 * at; number++) await at1.goto(`${viewer}?page=${number}`)
    if (at === 0) await pictures(at1, { viewer })
    await at1.context().close()
  }
  const asker = await openedByReader(browser, page)
  await asker.goto(share.replace('/s/', '/p/request/'))
  await asker.getByLabel('Email address').fill('lena.vogt@vogt-partner.example')
  await asker.getByRole('button').last().click()
  await pictures(asker, { code: asker.url() })
  const { code } = await email('lena.vogt@vogt-partner.example', /code/i)
  await asker.getByLabel('Six-digit code').fill(code!)
  await asker.getByRole('button', { name: 'Continue' }).click()
  await asker.getByLabel('Your name').fill('Lena Vogt')
  await asker.getByLabel('Message').fill('We advise the buyer on tax.')
  await asker.getByRole('button', { name: 'Request access' }).click()
  await expect(asker.getByRole('heading', { level: 1 })).toHaveText('Request sent')
  await asker.context().close()

  const room = await makeRoom(page, 'Project Alba')
  const contracts = await makeFolder(page, room, 'Contracts')
  for (const name of ['Corporate', 'Finance', 'Employees', 'Real estate']) await makeFolder(page, room, name)
  await addFiles(page, room, [await paper('Articles of association.pdf', 2)])
  await addFiles(page, room, [await paper('Lease.pdf', 2), await paper('Supply agreement.pdf', 3)], contracts)
  await addPeople(page, room, { emails: readers, role: 'View' })
  await addPeople(page, room, { emails: ['priya.shah@northwind.example'], role: 'View + Print' })
  await hideFolder(page, room, readers[0]!, 'Employees')
  await pictures(page, {
    home: '/home',
    share: '/share',
    sent: '/s',
    received: '/r',
    requests: '/requests',
    trash: '/bin',
    search: '/search?q=a',
    details: share,
    'share-activity': `${share}/activity`,
    rooms: '/d',
    room,
    'room-folder': contracts,
    'room-people': within(room, 'people'),
    'room-permissions': within(room, 'rights'),
    'room-settings': within(room, 'settings'),
    settings: '/setting',
  })
  const stranger = await openedByReader(browser, page)
  await pictures(stranger, { 'sign-in': '/access/login', 'create-account': '/access/register' })
  process.stdout.write(
    changed.length > 0 ? `Look at ${changed.join(', ')}\n` : 'Every screen looks as it did.\n',
  )

  /** Takes each screen at two widths. */
  async function pictures(of: Page, screens: Record<string, string>): Promise<void> {
    for (const [name, address] of Object.entries(screens)) {
      await of.goto(address)
      for (const [size, viewport] of Object.entries(sizes)) {
        await of.setViewportSize(viewport)
        await expect(async () => expect(await unloaded(of)).toBe(0)).toPass()
        // Browsers that draw their scroll bar over the page keep no place for it.
        const style = 'html { scrollbar-gutter: auto !important }'
        const picture = await of.screenshot({ animations: 'disabled', caret: 'hide', style })
        if ((await keep(`${name}-${size}`, picture)) !== 'same') changed.push(`${name}-${size}`)
      }
    }
  }
})

/** How many pictures that are in sight are still on their way. */
function unloaded(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.images].filter(
        (image) => !image.complete && image.getBoundingClientRect().top < innerHeight,
      ).length,
  )
}
