import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, recipientEmail } from '#tests/support/world/make.ts'

const { app, operator: olivia } = await makeWorld()

describe('the settings', () => {
  test('open with the name, and lead to each tab by links', async () => {
    await olivia.open('/setting')
    expect(olivia.page.root.querySelector('.tabs [aria-current=page]')?.textContent.trim()).toBe('Profile')
    await olivia.follow('Notifications')
    expect(olivia.path).toBe('/setting?tabActive=notifications')
  })

  test.each(['nothing', '__proto__', 'constructor', ''])('of the tab %j are the first one', async (name) => {
    await olivia.open(`/setting?tabActive=${name}`)
    expect([olivia.status, olivia.page.valueOf('First name')]).toEqual([200, 'Olivia'])
  })

  test('send a stranger to sign in and back to the tab', async () => {
    const stranger = await app.browser().open('/setting?tabActive=addresses')
    expect(stranger.path).toBe('/access/login?to=%2Fsetting%3FtabActive%3Daddresses')
  })
})

describe('a name', () => {
  test('is changed, and recipients read the new one', async () => {
    await olivia.open('/setting')
    olivia.fill('First name', '  Anne-Marie ').fill('Last name', 'O’Neil')
    await olivia.press('Save profile')
    expect(olivia.text()).toContain('Profile saved.')
    await makeShare(app, olivia)
    expect((await app.outbox.newest(recipientEmail)).subject).toBe("Anne-Marie O'Neil shared a file with you")
  })

  test.each([
    ['Visit evil.com', 'letters'],
    ['A', 'at least two letters'],
    ['<b>Bold</b>', 'at least two letters'],
    ['Ann\r\nBcc: rob@example.com', 'at least two letters'],
    ['x'.repeat(101), 'Shorten the name'],
    ['', 'Enter your first name.'],
  ])('%j is refused at its field, and what was typed stays', async (name) => {
    await olivia.open('/setting')
    await olivia.send('changeProfile', { firstName: name, lastName: 'Newton' })
    expect(olivia.status).toBe(400)
    expect(olivia.page.root.querySelector('#firstName')?.getAttribute('aria-invalid')).toBe('true')
    expect(olivia.page.valueOf('Last name')).toBe('Newton')
    await olivia.open('/home')
    expect(olivia.heading()).not.toContain('Newton')
    expect(olivia.text()).not.toContain('Newton')
  })

  test('with line ends is one line, and adds no header to an email', async () => {
    await olivia.open('/setting')
    await olivia.send('changeProfile', { firstName: 'Ann\r\nBcc rob', lastName: 'Ortega' })
    await makeShare(app, olivia)
    const email = await app.outbox.newest(recipientEmail)
    expect(email.subject).toBe('Ann Bcc rob Ortega shared a file with you')
    expect(email.headers.has('bcc')).toBe(false)
  })
})

describe('a time zone', () => {
  test('is chosen from a list in regions with the distance from UTC, UTC first', async () => {
    await olivia.open('/setting')
    const { root } = olivia.page
    expect(root.querySelector('#timeZone option')?.getAttribute('value')).toBe('UTC')
    const labels = root.querySelectorAll('#timeZone optgroup').map((group) => group.getAttribute('label'))
    expect(labels).toContain('Europe')
    expect(new Set(labels).size).toBe(labels.length)
    expect(root.querySelector('option[value="Asia/Tokyo"]')?.textContent).toBe('Tokyo (UTC+09:00)')
  })

  test('is the clock of every page that shows times', async () => {
    const guid = await makeShare(app, olivia)
    await olivia.open('/setting')
    await olivia.select('Time zone', /^Tokyo/).press('Save profile')
    const tokyo = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Asia/Tokyo',
    }).format(app.clock.now())
    await olivia.open('/setting')
    expect(olivia.text()).toContain(tokyo)
    await olivia.open(`/s/${guid}`)
    expect(olivia.page.root.querySelector('main time')?.getAttribute('title')).toBe(`${tokyo} (Asia/Tokyo)`)
    // Lists say how long ago it was, and the time on request.
    for (const address of ['/home', '/s']) {
      await olivia.open(address)
      const row = olivia.page.root.querySelectorAll('tr').find((one) => one.innerHTML.includes(`/s/${guid}"`))
      const sent = row?.querySelector('time')
      expect([sent?.text, sent?.getAttribute('title')], address).toEqual([
        'Just now',
        `${tokyo} (Asia/Tokyo)`,
      ])
    }
    expect((await olivia.open('/home')).heading()).toMatch(/^Good evening,/)
    await olivia.open('/share')
    expect(olivia.text()).toContain('Time zone Asia/Tokyo')
  })

  test.each(['Europe/Atlantis', 'utc', '', 'x'.repeat(500), '../../etc/localtime', '__proto__'])(
    '%j does not exist and is refused',
    async (timeZone) => {
      await olivia.open('/setting')
      await olivia.send('changeProfile', { timeZone })
      expect(olivia.status).toBe(400)
      expect(olivia.text()).toMatch(/Select a time zone/)
      expect(olivia.page.root.querySelector('#timeZone')?.getAttribute('aria-invalid')).toBe('true')
    },
  )
})
