import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, test } from './journey.ts'

const password = 'seven quiet lamps over the harbour'
const better = 'nine slow barges under the bridge'

test('someone makes an account, secures it, changes it, takes the tour and leaves', async ({
  page,
  email: mail,
  expectAccessible,
}, { project }) => {
  const email = `ada-${project.name}@example.org`

  await test.step('an account is made and made active', async () => {
    await haveOperator(page)
    await register(page, email)
    await expect(page).toHaveURL(/\/access\/validation/)
    await expectAccessible(page)
    const { links } = await mail(email, /activate/i)
    await page.goto(links.find((link) => link.includes('/access/activated/'))!)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Activate account' }).click()
    await expect(page).toHaveURL(/\/home$/)
  })

  await test.step('every tab of the settings can be read', async () => {
    await page.goto('/setting')
    const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    const addresses = await tabs.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
      await expectAccessible(page)
    }
  })

  await test.step('the name is changed', async () => {
    await page.goto('/setting?tabActive=profile')
    await page.getByLabel('First name').fill('Augusta')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await page.goto('/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Good (morning|afternoon|evening), Augusta$/,
    )
  })

  const secret = await test.step('the two-factor code is switched on', async () => {
    await page.goto('/setting?tabActive=twofactor')
    await page.getByRole('button', { name: 'Set up two-step verification' }).click()
    await expectAccessible(page)
    const key = (await page.locator('.copyable').innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code from the app').fill(generateSync({ secret: key }))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect(page.locator('.recovery-codes li')).toHaveCount(10)
    await expectAccessible(page)
    return key
  })

  await test.step('signing in again asks for it, and goes on to the page that was wanted', async () => {
    await signOut(page)
    await page.goto('/setting?tabActive=sessions')
    await expect(page).toHaveURL(/\/access\/login/)
    await expectAccessible(page)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expectAccessible(page)
    // The code of this half minute was used to switch it on; the next one is good already.
    const next = Math.floor(Date.now() / 1000) + 30
    await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret, epoch: next }))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/tabActive=sessions/)
    await expect(page.getByText('This device')).toBeVisible()
  })

  await test.step('the password is changed', async () => {
    await page.goto('/setting?tabActive=password')
    await page.getByLabel('Current password').fill(password)
    await page.getByLabel('New password').fill(better)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await mail(email, /password was changed/i)
  })

  await test.step('the tour sends a file, which is opened', async () => {
    await page.goto('/tour')
    await expectAccessible(page)
    await page.goto('/tour?step=3')
    await page.getByRole('button', { name: 'Send tour file' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('button', { name: 'Open and start the timer' })).toBeVisible({
        timeout: 500,
      })
    }).toPass()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Open and start the timer' }).click()
    await expect(page.getByRole('img', { name: 'Page 1 of 4' })).toBeVisible()
    await page.goto('/home')
    await expectAccessible(page)
  })

  await test.step('the account is deleted, and lets no one in', async () => {
    await page.goto('/setting?tabActive=data')
    await page.getByRole('link', { name: /Delete my account/ }).click()
    await expectAccessible(page)
    await page.getByLabel(/password/i).fill(better)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.goto('/home')
    await expect(page).toHaveURL(/\/access\/login/)
    await mail(email, /delet|eras|clos/i)
  })
})

/** The first account of an installation is its operator's, who cannot leave: that is someone else here. */
async function haveOperator(page: Page): Promise<void> {
  await page.goto('/access/register')
  if (!(await page.getByText('This is the first account').isVisible())) return
  await register(page, 'operator@example.org')
  await signOut(page)
}

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/access/register')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/access/logout')
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
}
