import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startApp, type App } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, openPublicShare, operatorEmail, signIn } from '#tests/support/world/make.ts'

const { app } = await makeWorld()

const explorer = 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'
const inExplorer = 'You’re using Internet Explorer. Every page works'

describe('Internet Explorer', () => {
  test('is told on every page which browsers show it best, and can do everything', async () => {
    const browser = await app.browser({ userAgent: explorer }).open('/access/login')
    expect([browser.status, browser.text()]).toEqual([200, expect.stringContaining(inExplorer)])
    const sender = await signIn(app, operatorEmail, { userAgent: explorer })
    expect(sender.text()).toContain(inExplorer)
    const guid = await makeShare(app, sender, { visibility: 'public' })
    const reader = await openPublicShare(app, guid, { userAgent: explorer })
    expect(reader.text()).toContain(inExplorer)
    expect(reader.page.pageImages()).toHaveLength(2)
  })

  test('other browsers are told nothing', async () => {
    expect((await app.browser().open('/access/login')).text()).not.toContain('Internet Explorer')
  })
})

describe('the Chrome clip', () => {
  test('older than 3.8 is told to update, 3.8 and newer is not', async () => {
    const told = 'Chrome clip 3.7 is too old for this server'
    const old = await app.browser({ userAgent: 'Chrome/140 StrongroomClip/3.7' }).open('/access/login')
    expect(old.text()).toContain(told)
    for (const version of ['3.8', '3.10', '4.0']) {
      const fresh = await app.browser({ userAgent: `StrongroomClip/${version}` }).open('/access/login')
      expect(fresh.text()).not.toContain('too old')
    }
  })
})

async function configFor(place: App, userAgent: string) {
  const answer = await place.browser({ userAgent }).fetch('/config')
  return { answer, config: JSON.parse(await answer.text()) as Record<string, unknown> }
}

describe('/config', () => {
  test('tells any client what it goes by', async () => {
    const { answer, config } = await configFor(app, 'StrongroomDesktop/2.1')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(config).toMatchObject({
      product: { name: 'Strongroom', build: expect.stringMatching(/^\w{8}$/) as string },
      apiAddress: 'http://localhost:3000',
      client: { kind: 'desktop', version: '2.1', isOutdated: false, oldestVersion: null },
      times: {
        keepAliveSeconds: 60,
        validityCheckSeconds: 180,
        timeoutSeconds: 10,
        maxProcessingMilliseconds: 900_000,
      },
      lists: { pageSize: 200, tableDisplayLength: 100, maxRecipientsAtOnce: 100 },
      files: {
        uploadPartBytes: 5_242_880,
        maxZipBytes: 838_860_800,
        maxEncryptBytes: 30_000_000,
        maxDecryptPages: { mobile: 10, desktop: 25 },
      },
    })
    expect(config['plans']).toContainEqual({
      tierCode: 0,
      name: 'Free',
      maxUploadBytes: 25 * 1024 ** 2,
      maxRecipients: 5,
      isPaid: false,
    })
  })

  test('knows each client by its user agent', async () => {
    const clients = await Promise.all(
      ['Mozilla/5.0', 'StrongroomClip/3.7', ''].map(
        async (name) => (await configFor(app, name)).config['client'],
      ),
    )
    expect(clients).toEqual([
      { kind: 'browser', version: null, isOutdated: false, oldestVersion: null },
      { kind: 'chrome-clip', version: '3.7', isOutdated: true, oldestVersion: '3.8' },
      { kind: 'browser', version: null, isOutdated: false, oldestVersion: null },
    ])
  })

  test('has nothing that strangers must not know, and takes nothing', async () => {
    const { answer, config } = await configFor(app, 'Mozilla/5.0')
    expect(Object.keys(config).toSorted()).toEqual([
      'apiAddress',
      'client',
      'files',
      'lists',
      'plans',
      'product',
      'times',
    ])
    for (const secret of [app.dataDir, operatorEmail, 'smtp', 'postgres', 'enabled'])
      expect(JSON.stringify(config)).not.toContain(secret)
    expect(answer.headers.getSetCookie()).toEqual([])
    const posted = await app.browser().fetch('/config', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'product=x',
    })
    expect(posted.status).toBeGreaterThanOrEqual(400)
  })

  test('goes by the keys of the installation', async () => {
    const { clientKeys } = readConfig({ NODE_ENV: 'test', CLIENT_KEYS: 'kiosk=Kiosk/(\\d+)' })
    const own = await startApp({ config: { clientKeys } })
    expect((await configFor(own, 'Kiosk/7')).config['client']).toMatchObject({ kind: 'kiosk', version: '7' })
    expect((await configFor(own, 'StrongroomDesktop/2.1')).config['client']).toMatchObject({
      kind: 'browser',
    })
    expect(() => readConfig({ NODE_ENV: 'test', CLIENT_KEYS: 'kiosk=(' })).toThrow(
      /^CLIENT_KEYS must be kinds and patterns .*: the pattern of kiosk is not a regular expression\.$/,
    )
  })
})
