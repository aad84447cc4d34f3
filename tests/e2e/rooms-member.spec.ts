import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { openedByReader, signUp } from './people.ts'
import {
  addFiles,
  addPeople,
  comeByInvitation,
  expectReady,
  hideFolder,
  makeFolder,
  makeRoom,
  namesIn,
  paper,
  within,
} from './rooms.ts'

test('a member comes by the invitation, accepts the terms, reads, prints, searches, is refused what is hidden, and leaves', async ({
  page,
  browser,
  email: mail,
  expectWell,
}, { project }) => {
  const own = (name: string) => `${name}-${project.name}@example.net`
  const email = own('rooms-member')
  const member = await openedByReader(browser, page)
  const look = () => expectWell(member)
  let [room, contracts, hidden] = ['', '', '']

  await test.step('the owner prepares a room with terms, printing and a hidden folder', async () => {
    await signUp(page, own('rooms-host'), mail)
    room = await makeRoom(page, 'Sale of the barn')
    contracts = await makeFolder(page, room, 'Contracts')
    const secret = await makeFolder(page, room, 'Secret')
    const papers = [
      paper('Lease.pdf', 'First page', 'Second page'),
      paper('Offer as drafted.pdf'),
      paper('Side letter.pdf'),
    ]
    await addFiles(page, room, papers, contracts)
    await addFiles(page, room, [paper('Offer of the neighbour.pdf')], secret)
    await setRoom(page, room)
    await addPeople(page, room, { emails: [email], role: 'View + Print' })
    await hideFolder(page, room, email, 'Secret')
    await expectReady(page, secret)
    hidden = (await page
      .getByRole('link', { name: 'Offer of the neighbour.pdf', exact: true })
      .getAttribute('href'))!
    await expectReady(page, contracts)
  })

  await test.step('the member proves the address, accepts the terms and reads what the room is', async () => {
    await comeByInvitation(member, email, mail, look)
    await expect(member.getByRole('heading', { level: 1 })).toHaveText('Terms of access')
    await expect(member.getByText('Sale of the barn')).toHaveCount(0)
    await look()
    await member.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(member.getByRole('heading', { level: 1 })).toHaveText('Terms of access')
    await look()
    await member.getByLabel('I have read and accept these terms').check()
    await member.getByRole('button', { name: 'Accept and continue' }).click()
    await expect(member.getByRole('heading', { level: 1 })).toHaveText('Sale of the barn')
    await expect(member.getByText('All that the buyers have to read.')).toBeVisible()
    await expect(member.getByText('Your role: View + Print')).toBeVisible()
    await look()
    await member.getByRole('button', { name: 'Enter' }).click()
    await expect(member).toHaveURL(new RegExp(`${room}$`))
  })

  await test.step('sees what is allowed, and nothing of what is hidden', async () => {
    await expect(namesIn(member)).toHaveText(['Contracts'])
    await expect(member.getByText('Secret')).toHaveCount(0)
    await expect(member.getByRole('link', { name: 'Add files' })).toHaveCount(0)
    await look()
    await member.getByRole('link', { name: 'Contracts', exact: true }).click()
    await expect(namesIn(member)).toHaveText(['Lease.pdf', 'Offer as drafted.pdf', 'Side letter.pdf'])
    await look()
  })

  await test.step('reads two pages, prints them and comes back to the folder', async () => {
    await member.getByRole('link', { name: 'Lease.pdf', exact: true }).click()
    await expect(member).toHaveURL(/\/view\//)
    for (const number of [1, 2]) {
      const picture = member.getByRole('img', { name: `Page ${number} of 2` })
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
    }
    await expect(member.getByRole('link', { name: 'Download' })).toHaveCount(0)
    await look()
    const viewer = member.url()
    await member.getByRole('button', { name: 'Print' }).click()
    await expect(member).toHaveURL(/\/print/)
    await look()
    await member.goto(viewer)
    await member.getByRole('link', { name: 'Back' }).first().click()
    await expect(member).toHaveURL(new RegExp(`${contracts}$`))
  })

  await test.step('goes through the files of the folder, by links and by keys', async () => {
    const title = member.getByRole('heading', { level: 1 })
    await member.getByRole('link', { name: 'Offer as drafted.pdf', exact: true }).click()
    await look()
    await member.getByRole('link', { name: 'Next file' }).click()
    await expect(title).toHaveText('Side letter.pdf')
    await expect(member.getByRole('link', { name: 'Next file' })).toHaveCount(0)
    await look()
    await member.getByRole('link', { name: 'Previous file' }).click()
    await expect(title).toHaveText('Offer as drafted.pdf')
    if (project.name === 'script-on') {
      await expect(member.getByRole('link', { name: 'Previous file' })).toHaveAttribute(
        'aria-keyshortcuts',
        'p',
      )
      await member.keyboard.press('p')
      await expect(title).toHaveText('Lease.pdf')
      await expect(member.getByRole('link', { name: 'Next file' })).toHaveAttribute('aria-keyshortcuts', 'n')
      await member.keyboard.press('n')
      await expect(title).toHaveText('Offer as drafted.pdf')
    }
    await member.getByRole('link', { name: 'Back to the folder' }).click()
    await expect(member).toHaveURL(new RegExp(`${contracts}$`))
  })

  await test.step('finds files by their names, but none that is hidden', async () => {
    await member.getByLabel('Search this room').fill('leas')
    await member.getByLabel('Search this room').press('Enter')
    await expect(member.getByRole('link', { name: 'Lease.pdf', exact: true })).toBeVisible()
    await look()
    await member.getByLabel('Search this room').fill('neighbour')
    await member.getByRole('button', { name: 'Search' }).click()
    await expect(member.getByText('Offer of the neighbour.pdf')).toHaveCount(0)
    await look()
  })

  await test.step('a hidden file is like one that does not exist', async () => {
    const refused = await member.goto(hidden)
    const said = await member.getByRole('main').innerText()
    await look()
    expect(said).not.toContain('neighbour')
    const unknown = await member.goto(hidden.replace(/[0-9a-f]{32}/, 'f'.repeat(32)))
    expect([403, 404]).toContain(refused?.status())
    expect(unknown?.status()).toBe(refused?.status())
    expect(withoutIds(await member.getByRole('main').innerText())).toBe(withoutIds(said))
  })

  await test.step('leaves the room, and does not come in again', async () => {
    await member.goto(room)
    await member.getByRole('link', { name: 'Leave' }).click()
    await look()
    await member.getByRole('button', { name: 'Leave' }).click()
    await expect(member.getByText('You left the data room.')).toBeVisible()
    await look()
    const refused = await member.goto(room)
    expect([403, 404]).toContain(refused?.status())
    await expect(member.getByText('Sale of the barn')).toHaveCount(0)
    await look()
    await page.goto(`${room.replace('/dr/', '/drstats/')}?show=records`)
    await expect(page.getByRole('main')).toContainText(/left the data room/i)
  })
  await member.context().close()
})

async function setRoom(page: Page, room: string): Promise<void> {
  await page.goto(within(room, 'settings'))
  const printing = page.getByRole('group', { name: 'Printing' })
  await printing.getByLabel('If their role allows it').check()
  await page.getByLabel('My own terms').check()
  await page.getByLabel('Terms', { exact: true }).fill('Keep what you read to yourself.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved.')).toBeVisible()
}

/** Each refusal has a number of its own, by which it is found in the log. */
function withoutIds(words: string): string {
  return words.replaceAll(/[0-9a-f-]{8,}/g, '')
}
