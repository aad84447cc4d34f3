import { wav } from '#tests/support/files/media.ts'
import { expect, test } from './journey.ts'
import { chooseFiles, openedByReader, pressInMenu, signUp } from './people.ts'

test('a recording is sent and played, and stops when it is unshared', async ({
  page,
  browser,
  email,
  expectAccessible,
}, { project }) => {
  const own = (name: string) => `${name}-${project.name}@example.net`
  await signUp(page, own('director'), email)
  await page.goto('/share')
  const file = { name: 'Call.wav', mimeType: 'audio/wav', buffer: wav(3) }
  await chooseFiles(page, 'File', file)
  await page.getByLabel('People', { exact: true }).fill(own('listener'))
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Call.wav')
  const details = new URL(page.url()).pathname

  const reader = await openedByReader(browser, page)
  await reader.goto(details.replace('/s/', '/file/'))
  await reader.getByLabel('Your email address').fill(own('listener'))
  await reader.getByRole('button', { name: 'Email me a code' }).click()
  const { code } = await email(own('listener'), /code/i)
  await reader.getByLabel('Six-digit code').fill(code!)
  await reader.getByRole('button', { name: 'Continue' }).click()
  await reader.getByRole('button', { name: 'Open' }).click()
  await expect(reader.getByText(`Played by ${own('listener')}`)).toBeVisible()
  await expectAccessible(reader)
  const player = reader.locator('audio')
  const duration = () => player.evaluate((element: HTMLAudioElement) => element.duration)
  await expect.poll(duration).toBeCloseTo(3, 1)
  await player.evaluate((element: HTMLAudioElement) => element.play())
  await expect
    .poll(() => player.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0)

  await page.goto(details)
  await pressInMenu(page, 'Unshare')
  await reader.reload()
  await expect(player).toHaveCount(0)
})
