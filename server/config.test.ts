import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { standardPlans } from '#server/rules/product/plans.ts'
import { readConfig } from './config.ts'

function providersOf(env: Record<string, string>) {
  return readConfig({ NODE_ENV: 'test', ...env }).providers
}

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const microsoft = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' }
const tenant = '8EAEF023-2b34-4da1-9baa-8bc8c9d6a490'

describe('the providers that people can sign in with', () => {
  test('are none without variables', () => {
    expect(providersOf({})).toEqual({})
  })

  test('have the issuers that they publish', () => {
    const linkedin = { LINKEDIN_CLIENT_ID: 'id', LINKEDIN_CLIENT_SECRET: 'secret' }
    const found = providersOf({ ...google, ...microsoft, ...linkedin })
    expect(Object.values(found).map(({ issuer }) => issuer.href)).toEqual([
      'https://accounts.google.com/',
      'https://login.microsoftonline.com/common/v2.0',
      'https://www.linkedin.com/oauth',
    ])
    expect(found.google).toMatchObject({ clientId: 'id', clientSecret: 'secret', tenant: null })
  })

  test('let one tenant of Microsoft in where it is named, and ask that one', () => {
    expect(providersOf({ ...microsoft, MICROSOFT_TENANT: tenant }).microsoft).toMatchObject({
      tenant: tenant.toLowerCase(),
      issuer: new URL(`https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`),
    })
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'needs both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'],
    [{ LINKEDIN_CLIENT_SECRET: 'secret' }, 'needs both LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET'],
    [{ ...google, GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER must be an https address'],
    [{ ...google, GOOGLE_ISSUER: 'http://accounts.google.com' }, 'GOOGLE_ISSUER must be an https address'],
    [{ ...google, GOOGLE_ISSUER: 'http://127.0.0.1.evil.example' }, 'GOOGLE_ISSUER must be an https address'],
    [{ ...google, GOOGLE_ISSUER: 'https://user@accounts.google.com' }, 'GOOGLE_ISSUER must be an https'],
    [{ ...google, GOOGLE_ISSUER: 'file:///etc/passwd' }, 'GOOGLE_ISSUER must be an https address'],
    [{ ...microsoft, MICROSOFT_TENANT: 'contoso.com' }, 'MICROSOFT_TENANT must be the tenant’s id'],
  ])('%j is refused in words', (env: Record<string, string>, words) => {
    expect(() => providersOf(env)).toThrow(words.replace('’', "'"))
  })

  test('can be on this machine, for a trial', () => {
    const found = providersOf({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:4000' })
    expect(found.google?.issuer.href).toBe('http://127.0.0.1:4000/')
  })
})

function quotaFor(storageQuota: string) {
  return readConfig({ NODE_ENV: 'test', STORAGE_QUOTA: storageQuota }).storageQuota
}

test.each([
  ['', 'by plan'],
  ['none', null],
  ['500 MB', 500 * 1024 ** 2],
  ['1.5gb', 1.5 * 1024 ** 3],
  ['2TB', 2 * 1024 ** 4],
  ['4096 bytes', 4096],
])('STORAGE_QUOTA="%s" is %s', (text, quota) => {
  expect(quotaFor(text)).toBe(quota)
})

test.each(['500', '0 MB', '-1 GB', 'much', '1 GB or so', '5 XB', '99999999999 TB'])(
  'STORAGE_QUOTA="%s" makes no sense, and the words say what would',
  (text) => {
    expect(() => quotaFor(text)).toThrow(
      `STORAGE_QUOTA must be none or a size like 500 MB or 2 TB; it is "${text}".`,
    )
  },
)

test.each([
  ['', false],
  ['auto', false],
  ['required', true],
])('LIBREOFFICE_CONFINEMENT="%s": required is %s', (text, isRequired) => {
  const found = readConfig({ NODE_ENV: 'test', LIBREOFFICE_CONFINEMENT: text })
  expect(found.isConfinementRequired).toBe(isRequired)
})

test('another LIBREOFFICE_CONFINEMENT makes no sense, and the words say what would', () => {
  expect(() => readConfig({ NODE_ENV: 'test', LIBREOFFICE_CONFINEMENT: 'on' })).toThrow(
    'LIBREOFFICE_CONFINEMENT must be one of auto, required; it is "on".',
  )
})

describe('the plans', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'strongroom-plans-'))
  const read = (env: Record<string, string> = {}) =>
    readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...env })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('are the standard ones without plans.json, otherwise as it says, and PLANS comes before it', () => {
    expect(read().plans).toBe(standardPlans)
    writeFileSync(path.join(folder, 'plans.json'), '{"free": {"rooms": 3}}')
    expect(read().plans.of(0).maxRooms).toBe(3)
    expect(read({ PLANS: '{"free": {"rooms": 4}}' }).plans.of(0).maxRooms).toBe(4)
  })

  test('that make no sense stop the start, and the words say where', () => {
    writeFileSync(path.join(folder, 'plans.json'), '{"free": {"rooms": "three"}}')
    expect(() => read()).toThrow(
      `${path.join(folder, 'plans.json')} doesn’t describe plans: "rooms" of "free" must be a whole number`,
    )
    expect(() => read({ PLANS: 'free' })).toThrow('PLANS doesn’t describe plans: ')
  })
})

describe('payments for plans', () => {
  const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env }).payments

  test('come from no one unless there is a secret', () => {
    expect(read({})).toBeNull()
    const PLAN_PAYMENT_SECRET = 's'.repeat(32)
    expect(read({ PLAN_PAYMENT_SECRET })).toEqual({ secret: PLAN_PAYMENT_SECRET, payAt: null })
    const url = 'https://pay.example.com/strongroom'
    expect(read({ PLAN_PAYMENT_SECRET, PLAN_PAYMENT_URL: url })?.payAt?.href).toBe(url)
  })

  test('with a secret that is too short, or an address that is none, stop the start', () => {
    expect(() => read({ PLAN_PAYMENT_SECRET: 'short' })).toThrow('must have at least 32 characters.')
    expect(() => read({ PLAN_PAYMENT_URL: 'https://pay.example.com' })).toThrow('needs PLAN_PAYMENT_SECRET')
    const wrong = { PLAN_PAYMENT_SECRET: 's'.repeat(32), PLAN_PAYMENT_URL: 'pay me' }
    expect(() => read(wrong)).toThrow('PLAN_PAYMENT_URL must be a web address; it is "pay me".')
  })
})
