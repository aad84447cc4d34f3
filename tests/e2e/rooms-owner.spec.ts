import { expect, test } from './journey.ts'
import { openedByReader, signUp } from './people.ts'
import {
  addFiles,
  addPeople,
  comeByInvitation,
  expectReady,
  makeRoom,
  namesIn,
  paper,
  within,
} from './rooms.ts'

test('an owner protects a room, looks at what happened, stops a reader, archives the room, deletes it and brings it back', async ({
  page,
  browser,
  email: mail,
  expectWell,
}, { project }) => {
  const own = (name: string) => `${name}-${project.name}@example.net`
  const email = own('rooms-stopped')
  const member = await openedByReader(browser, page)
  const look = () => expectWell(page)
  let room = ''

  await test.step('a room in which nothing is downloaded, with words in the watermark', async () => {
    await signUp(page, own('rooms-keeper'), mail)
    room = await makeRoom(page, 'Sale of the lock')
    await page.goto(within(room, 'settings'))
    await look()
    await page.getByRole('group', { name: 'Download' }).getByLabel('For no one').check()
    await page.getByRole('group', { name: 'Watermark' }).getByRole('radio', { name: /^On/ }).check()
    await page.getByLabel('Your own text (optional)').fill('Do not pass on')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Changes saved.')).toBeVisible()
    await expect(page.getByLabel('Your own text (optional)')).toHaveValue('Do not pass on')
    await addFiles(page, room, [paper('Lease.pdf', 'First page', 'Second page')])
    await addPeople(page, room, { emails: [email], role: 'Download' })
    await expectReady(page, room)
  })

  await test.step('a member whose role would allow it gets no copy', async () => {
    await comeByInvitation(member, email, mail)
    await expect(member.getByText('Every page has a watermark that identifies you.')).toBeVisible()
    await member.getByRole('button', { name: 'Enter' }).click()
    await member.getByRole('link', { name: 'Lease.pdf', exact: true }).click()
    await expect(member.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()
    await expect(member.getByRole('link', { name: 'Download' })).toHaveCount(0)
    const download = await member.request.get(`${new URL(member.url()).pathname}/download`)
    expect(download.status()).toBe(403)
  })

  await test.step('the owner sees who entered and what was opened', async () => {
    await page.goto(room)
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(page.locator('#here')).toHaveText('Activity')
    await expect(page.getByRole('main')).toContainText(email)
    await expect(page.getByRole('main')).toContainText('Lease.pdf')
    await look()
  })

  await test.step('stops the reader, whose next page is refused', async () => {
    await page.goto(within(room, 'people'))
    await page.getByRole('link', { name: email }).click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText('Member suspended.')).toBeVisible()
    await look()
    const picture = await member
      .getByRole('img', { name: /^Page \d of 2$/ })
      .last()
      .getAttribute('src')
    expect((await member.request.get(picture!)).status()).toBeGreaterThanOrEqual(400)
    const refused = await member.reload()
    expect(refused?.status()).toBeGreaterThanOrEqual(400)
    await expect(member.getByText('Lease.pdf')).toHaveCount(0)
    await expectWell(member)
    await page.getByRole('button', { name: 'Restore access' }).click()
    await expect(page.getByText('Access restored.')).toBeVisible()
    expect((await member.reload())?.status()).toBe(200)
  })

  await test.step('archives it: it can be read, and nothing can be added', async () => {
    await page.goto(within(room, 'end'))
    await look()
    await page.getByRole('button', { name: 'Archive data room' }).click()
    await expect(page.getByText('This data room is archived').first()).toBeVisible()
    await look()
    await page.goto(room)
    await expect(namesIn(page)).toHaveText(['Lease.pdf'])
    await expect(page.getByRole('link', { name: 'Add files' })).toHaveCount(0)
    await look()
    await member.goto(room)
    await expect(namesIn(member)).toHaveText(['Lease.pdf'])
    await expectWell(member)
  })

  await test.step('deletes it, which needs its name, and it is closed to everyone', async () => {
    await page.goto(within(room, 'end'))
    await page.getByRole('link', { name: 'Move to trash …' }).click()
    await look()
    await page.getByLabel('Enter the name of the data room').fill('Sale of the luck')
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await expect(page.locator('#here')).toHaveText('Move this data room to trash?')
    await look()
    await page.getByLabel('Enter the name of the data room').fill('Sale of the lock')
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await expect(page).toHaveURL(/\/d\/bin$/)
    await look()
    const refused = await member.goto(room)
    expect(refused?.status()).toBeGreaterThanOrEqual(400)
    await expect(member.getByText('Sale of the lock')).toHaveCount(0)
    await expectWell(member)
  })

  await test.step('brings it back as it was, and opens it again', async () => {
    await page.getByRole('button', { name: 'Restore Sale of the lock' }).click()
    await expect(page.getByText('Data room restored.')).toBeVisible()
    expect((await member.goto(room))?.status()).toBe(200)
    await page.goto(within(room, 'end'))
    await page.getByRole('button', { name: 'Reopen data room' }).click()
    await expect(page.getByText('Data room reopened.')).toBeVisible()
    await page.goto(room)
    await expect(page.getByRole('link', { name: 'Add files' })).toBeVisible()
  })
  await member.context().close()
})
