import type { Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from '#tests/e2e/journey.ts'
import { openAs, openedByReader, sendFile, signUp } from '#tests/e2e/people.ts'
import { addFiles, addPeople, makeFolder, makeRoom, paper, within } from '#tests/e2e/rooms.ts'

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 375, height: 740 } }

test('the main screens, as they look without script', async ({ page, browser, email }) => {
  await signUp(page, 'sonia@haldenmarsh.example', email)
  await sendFile(page, document('Mutual NDA.pdf'), 'grace@quay.example')
  await sendFile(page, document('Series B update.pdf'), 'ben@okafor.example, hugo@moreau.example')
  const share = await sendFile(page, document('Share purchase agreement.pdf', 6), 'ben@okafor.example')
  await expect(page.getByText('6 pages').first()).toBeVisible()
  const reader = await openedByReader(browser, page)
  await reader.goto(share.replace('/s/', '/file/'))
  await pictures(reader, { door: reader.url() })
  const viewer = await openAs(reader, share, 'ben@okafor.example', email)
  await pictures(reader, { viewer })
  await reader.context().close()
  const room = await makeRoom(page, 'Project Alba')
  const contracts = await makeFolder(page, room, 'Contracts')
  await makeFolder(page, room, 'Finance')
  await addFiles(page, room, [paper('Articles of association.pdf')])
  await addFiles(page, room, [paper('Lease.pdf'), paper('Supply agreement.pdf')], contracts)
  const emails = ['ben@okafor.example', 'priya@northwind.example']
  await addPeople(page, room, { emails, role: 'View' })
  await pictures(page, {
    home: '/home',
    share: '/share',
    sent: '/s',
    received: '/r',
    requests: '/requests',
    trash: '/bin',
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
})

function document(name: string, pages = 2) {
  const words = Array.from({ length: pages }, (_, at) => `Page ${at + 1}`)
  return { name, mimeType: 'application/pdf', buffer: pdf(words) }
}

/** Takes each screen at two widths; a picture that differs replaces the one that was kept. */
async function pictures(page: Page, screens: Record<string, string>): Promise<void> {
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(address)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      await expect.soft(page).toHaveScreenshot(`${name}-${size}.png`, { animations: 'disabled' })
    }
  }
}
