import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { proveAddress } from '#tests/support/world/make.ts'
import { contract, expectRefused, filled, traces, tryShare } from './form.ts'

const { app, operator: sender } = await makeWorld()

beforeEach(() => sender.open('/share'))

async function rowOf(browser: Browser) {
  const { kysely } = app.strongroom.services.database
  return kysely
    .selectFrom('share')
    .selectAll()
    .where('guid', '=', browser.url.pathname.slice('/s/'.length))
    .executeTakeFirstOrThrow()
}

describe('what is chosen is what is kept', () => {
  test.each<[string, Record<string, string>, object]>([
    ['printing as often as wanted', { printCount: '' }, { may_print: 1, print_count: -1 }],
    ['no copy at all', { printCount: '0' }, { may_print: 1, print_count: 0 }],
    ['9999 copies', { printCount: '9999' }, { print_count: 9999 }],
    ['a count without printing', { print: 'no', printCount: '5' }, { may_print: 0, print_count: -1 }],
    ['passing on', { forward: 'yes' }, { may_forward: 1 }],
    ['download only', { webView: 'no', print: 'no' }, { is_web_view: 0, may_download: 1 }],
    ['the name of readers', { askName: 'yes' }, { asks_name: 1 }],
    ['a reminder', { reminds: 'on' }, { reminds: 1 }],
    ['page 1 in the email', { pageInEmail: 'on' }, { shows_page: 1 }],
    ['page 1 before a name', { pageInEmail: 'on', askName: 'yes' }, { shows_page: 0 }],
    ['a reminder without a date', { reminds: 'on', expiry: 'off' }, { reminds: 0 }],
    [
      'nothing of the kind',
      {},
      { may_forward: 0, is_web_view: 1, asks_name: 0, terms_mode: 'off', reminds: 0 },
    ],
    ['options unheard of', { telepathy: 'yes' }, { other_options: '' }],
    [
      'an hour',
      { expiry: 'destruct', destructAmount: '1', destructUnit: 'hours' },
      { destruct_seconds: 3600 },
    ],
    [
      'sixty minutes',
      { expiry: 'destruct', destructAmount: '60', destructUnit: 'minutes' },
      { destruct_seconds: 3600 },
    ],
  ])('%s', async (_, given, expected) => {
    await tryShare(sender, given)
    expect([sender.status, sender.heading()]).toEqual([200, 'contract.pdf'])
    expect(await rowOf(sender)).toMatchObject(expected)
  })

  test('terms of the sender, as they were typed, with their fingerprint', async () => {
    await tryShare(sender, {
      terms: 'custom',
      termsText: 'Keep it secret.\r\nReturn it.',
      tellAcceptance: 'on',
    })
    const row = await rowOf(sender)
    expect(row).toMatchObject({ terms_mode: 'custom', tells_acceptance: 1 })
    const { kysely } = app.strongroom.services.database
    const terms = await kysely
      .selectFrom('terms')
      .selectAll()
      .where('guid', '=', row.terms_guid)
      .executeTakeFirst()
    expect(terms).toMatchObject({
      text: 'Keep it secret.\nReturn it.',
      owner_guid: row.owner_guid,
      version: 1,
    })
    expect(terms!.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(sender.text()).toContain('Recipients accept terms before they see the file’s name.')
  })
})

describe('what cannot be is refused on its field, with all that was typed and the file', () => {
  test.each<[string, Record<string, string>, string, string]>([
    [
      '10000 copies',
      { printCount: '10000' },
      'printCount',
      'Enter a whole number from 0 to 9999, or leave it empty.',
    ],
    [
      'half a copy',
      { printCount: '1.5' },
      'printCount',
      'Enter a whole number from 0 to 9999, or leave it empty.',
    ],
    [
      'minus one copy',
      { printCount: '-1' },
      'printCount',
      'Enter a whole number from 0 to 9999, or leave it empty.',
    ],
    [
      'a word as a count',
      { printCount: 'many' },
      'printCount',
      'Enter a whole number from 0 to 9999, or leave it empty.',
    ],
    [
      'neither reading nor download',
      { webView: 'no', download: 'no', print: 'no' },
      'webView',
      'no one can see the file',
    ],
    ['printing without reading', { webView: 'no' }, 'webView', 'Printing needs viewing in the browser'],
    [
      'self-destruct of a download',
      { webView: 'no', print: 'no', expiry: 'destruct' },
      'expiry',
      'can only be downloaded can’t self-destruct',
    ],
    [
      'passing on a public link',
      { visibility: 'public', forward: 'yes' },
      'forward',
      'Only files shared with named',
    ],
    ['no passkey', { visibility: 'passkey' }, 'passkey', 'Use at least 8 characters'],
    ['terms without a text', { terms: 'custom', termsText: ' ' }, 'termsText', 'Enter or paste the terms'],
    [
      'markup in terms',
      { terms: 'custom', termsText: 'a <b>' },
      'termsText',
      'can’t contain the characters < and >',
    ],
    ['terms of no organisation', { terms: 'team' }, 'terms', 'You don’t belong to an organisation here.'],
  ])('%s', async (_, given, field, words) => {
    const before = await traces(app)
    await tryShare(sender, given)
    const { terms: _terms, ...typed } = given
    expectRefused(sender, { status: 400, words, typed: given['terms'] === 'team' ? typed : given })
    expect(sender.page.root.querySelector(`#${field}-error`)!.text).toContain(words)
    expect(sender.page.root.querySelector(`[role=alert] a[href="#${field}"]`)).not.toBeNull()
    expect(sender.page.root.querySelector(`[id="${field}"]`)).not.toBeNull()
    expect(sender.page.control('contract.pdf', 'input[type=checkbox]')).toBeDefined()
    expect((await traces(app)).shares).toBe(before.shares)
  })

  test('the protections come back open where something in them is wrong or chosen', async () => {
    const isOpen = () => sender.page.isUnfolded(/Change$/)
    const plain = { ...nothingChosen, recipients: '' }
    await sender.open('/share')
    expect(isOpen()).toBe(false)
    await tryShare(sender, { ...nothingChosen, webView: 'no' })
    expect(isOpen()).toBe(true)
    await tryShare(sender, { ...plain, askName: 'yes' })
    expect(isOpen()).toBe(true)
    await tryShare(sender, plain)
    expect(isOpen()).toBe(false)
  })
})

const nothingChosen = {
  download: 'no',
  print: 'no',
  watermarkSize: 'small',
  watermarkColour: 'grey',
  expiry: 'off',
}

test('what each choice means is said at the choice', async () => {
  for (const words of [
    'Each confirms their address with a code we email them. Security HIGH.',
    'Anyone who gets the link can open the file, without saying who they are. Security LOW.',
    'identity not verified',
    'Each print request counts once, however many copies are printed.',
    'everyone shares one timer',
    'Time zone UTC.',
  ])
    expect(sender.text()).toContain(words)
})

test('a file that can only be downloaded offers the download once it is opened', async () => {
  await tryShare(sender, {
    ...filled,
    recipients: 'rita@example.net',
    webView: 'no',
    print: 'no',
    file: contract,
  })
  const guid = sender.url.pathname.slice('/s/'.length)
  await app.settle()
  const reader = await proveAddress(app, guid)
  expect(reader.page.links('Download')).toEqual([])
  await reader.press('Open')
  expect([reader.status, reader.path]).toEqual([200, `/file/${guid}`])
  const [download] = reader.page.links('Download')
  const copy = await reader.fetch(download!)
  expect([copy.status, copy.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment/),
  ])
  await copy.body?.cancel()
})
