import { describe, expect, test } from 'vitest'
import { hour } from '#tests/support/world/clock.ts'
import { makeUser, openShare } from '#tests/support/world/make.ts'
import { codeOf, makeProgramWorld, Program } from './program.ts'
import { ownLink } from '#tests/support/world/people.ts'

const nothing = '0'.repeat(32)
const rita = 'rita@example.net'
const people = '["rita@example.net"]'

const {
  app,
  programs: [sender, stranger],
} = await makeProgramWorld(['sender@example.org', 'stranger@example.org'])

/** Says ShareOptions and what belongs to them, and returns the share as its sender is notified of it. */
async function sharedWith(fields: Record<string, string>): Promise<Record<string, unknown>> {
  const guid = await sender.share(fields)
  const { said } = await sender.get(`/v1/shares/info/${guid}/sender`)
  return said['Share'] as Record<string, unknown>
}

/** What a call to share answers with these fields. */
async function refused(fields: Record<string, string>) {
  const { text } = await sender.upload()
  const given = { Source: 'upload', DocumentUrl: text, RecipientEmails: people, ...fields }
  const answer = await sender.post('/v5/sharefile', given)
  return { http: answer.http, code: answer.said.StatusCode, field: answer.said['Field'] }
}

describe('sharing a file', () => {
  test('uploads it, sends the link by email, and shows it to no one but who is named', async () => {
    const { text, http, headers } = await sender.upload()
    expect([http, text, headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^[0-9a-f]{32}$/),
      'text/plain; charset=utf-8',
    ])
    const { said } = await sender.post('/v5/sharefile', {
      Source: 'upload',
      DocumentPath: 'contract.pdf',
      DocumentUrl: text,
      Message: 'Please read',
      RecipientEmails: people,
      ShareOptions: '["webview"]',
    })
    const guid = String(said['ShareGuid'])
    expect(said).toMatchObject({
      StatusCode: 20000,
      Link: `http://localhost:3000/file/${guid}`,
      SecurityLabel: 'HIGH',
    })
    await app.settle()
    expect((await app.outbox.newest(rita)).links).toContainEqual(ownLink(guid))
    const info = await sender.get(`/v1/shares/info/${guid}/sender`)
    expect(info.said['Share']).toEqual({
      ShareGuid: guid,
      ShareTime: '2026-11-20T09:00:00.000Z',
      DocumentPath: 'contract.pdf',
      MimeType: 'application/pdf',
      Size: expect.any(Number),
      ShareStatus: 'Active',
      ShareOptions: ['webview', 'nodownload', 'noprint'],
      DestructSeconds: -1,
      ExpiryDate: null,
      ViewFirstTime: '0001-01-01T00:00:00Z',
      RenderStatus: 'Rendered',
      RenderError: null,
      Watermark: 'small grey',
      RecipientsDisplay: [rita],
      RecipientsCount: 1,
    })
    expect(
      codeOf(await sender.post('/v5/sharefile', { DocumentUrl: text, RecipientEmails: people })),
    ).toEqual([200, 20467])
  })

  test.each<[string, Record<string, string>, Record<string, unknown>]>([
    ['nothing said', {}, { ShareOptions: ['webview', 'nodownload', 'noprint'] }],
    [
      'all rights',
      { ShareOptions: '["forwarding","webview","download","allowprint"]' },
      { ShareOptions: ['forwarding', 'webview', 'download', 'allowprint'] },
    ],
    [
      'a list with commas',
      { ShareOptions: 'public, webview' },
      { ShareOptions: ['public', 'webview', 'nodownload', 'noprint'] },
    ],
    ['a download and no pages', { ShareOptions: '["download"]' }, { ShareOptions: ['download', 'noprint'] }],
    [
      'words that nobody knows',
      { ShareOptions: '["webview","sparkle","Priority:high"]' },
      { ShareOptions: ['webview', 'nodownload', 'noprint', 'sparkle', 'Priority:high'] },
    ],
    [
      'an end after opening',
      { ShareOptions: '["destruct"]', DestructSeconds: '7200' },
      {
        ShareOptions: ['webview', 'nodownload', 'noprint', 'destruct'],
        DestructSeconds: 7200,
        ExpiryDate: null,
      },
    ],
    [
      'a date as month/day/year with a time',
      { ShareOptions: '["expiry"]', DestructSeconds: '0', ExpiryDate: '3/1/2027 5:30 pm' },
      { DestructSeconds: 0, ExpiryDate: '2027-03-01T17:30:00.000Z' },
    ],
    [
      'an ISO date',
      { ExpiryDate: '2027-03-01' },
      { DestructSeconds: 0, ExpiryDate: '2027-03-02T00:00:00.000Z' },
    ],
    [
      'an ISO time with its zone',
      { DestructSeconds: '0', ExpiryDate: '2027-03-01T18:30:00+01:00' },
      { ExpiryDate: '2027-03-01T17:30:00.000Z' },
    ],
    ['a watermark', { Watermark: 'medium red' }, { Watermark: 'medium red' }],
    ['no word of a watermark', { Watermark: '' }, { Watermark: 'small grey' }],
    ['no watermark', { Watermark: 'off' }, { Watermark: 'off' }],
    ['a watermark as it comes', { Watermark: 'on' }, { Watermark: 'small grey' }],
  ])('with %s', async (_what, fields, expected) => {
    expect(await sharedWith(fields)).toMatchObject(expected)
  })

  test('with FirstName and LastName it knows the one recipient by that name', async () => {
    const guid = await sender.share({ ShareOptions: '["webview","FirstName:Rita","LastName:Reader"]' })
    const { said } = await sender.get(`/v1/shares/info/${guid}/sender`)
    expect(said['Recipients']).toMatchObject([{ RecipientUserEmail: rita, RecipientName: 'Rita Reader' }])
  })

  test.each<[string, Record<string, string>, [code: number, field: string | undefined]]>([
    ['for everybody and with a passkey', { ShareOptions: '["public","passkey"]' }, [20400, 'ShareOptions']],
    ['to be opened with a passkey, without one', { ShareOptions: '["passkey"]' }, [20400, 'Passkey']],
    ['with download and without', { ShareOptions: '["download","nodownload"]' }, [20400, 'ShareOptions']],
    ['with printing and without', { ShareOptions: '["allowprint","noprint"]' }, [20400, 'ShareOptions']],
    ['with two ends', { ShareOptions: '["expiry","destruct"]' }, [20400, 'ShareOptions']],
    [
      'to be forwarded by everybody',
      { ShareOptions: '["public","webview","forwarding"]' },
      [20400, 'ShareOptions'],
    ],
    ['to be printed and not shown', { ShareOptions: '["download","allowprint"]' }, [20400, 'ShareOptions']],
    ['with an end after opening of no length', { ShareOptions: '["destruct"]' }, [20400, 'ShareOptions']],
    [
      'with a date and seconds',
      { ShareOptions: '["expiry"]', DestructSeconds: '60' },
      [20400, 'ShareOptions'],
    ],
    ['with an end after 90 seconds', { DestructSeconds: '90' }, [20400, 'DestructSeconds']],
    ['with no number of seconds', { DestructSeconds: 'soon' }, [20400, 'DestructSeconds']],
    ['with a date that has passed', { ExpiryDate: '1/1/2020' }, [20400, 'ExpiryDate']],
    ['with a date of no calendar', { ExpiryDate: '2/30/2027' }, [20400, 'ExpiryDate']],
    ['with no date', { ShareOptions: '["expiry"]' }, [20400, 'ExpiryDate']],
    ['with a watermark in green', { Watermark: 'small green' }, [20400, 'Watermark']],
    ['with a name that is none', { ShareOptions: '["FirstName:visit evil.com"]' }, [20400, 'ShareOptions']],
    ['with options that are no list', { ShareOptions: '[1,2]' }, [20400, undefined]],
    ['to nobody', { RecipientEmails: '[]' }, [20469, 'RecipientEmails']],
    ['to what is no address', { RecipientEmails: '["rita"]' }, [20469, 'RecipientEmails']],
    ['with a message of markup', { Message: '<b>now</b>' }, [20463, 'Message']],
    ['with no file of the cloud that it names', { Source: 'Box2' }, [20400, 'DocumentUrl']],
    ['without a file', { DocumentUrl: '' }, [20460, 'DocumentUrl']],
    ['with a file that is not there', { DocumentUrl: nothing }, [20467, 'DocumentUrl']],
  ])('is refused %s', async (_what, fields, [code, field]) => {
    expect(await refused(fields)).toEqual({ http: 200, code, field })
  })

  test("is refused with another's file", async () => {
    const { text } = await sender.upload()
    const taken = await stranger.post('/v5/sharefile', { DocumentUrl: text, RecipientEmails: people })
    const none = await stranger.post('/v5/sharefile', { DocumentUrl: nothing, RecipientEmails: people })
    expect(taken.text).toBe(none.text)
  })

  test('takes JSON as well as a form', async () => {
    const { text } = await sender.upload()
    const { said } = await sender.send('POST', '/v5/sharefile', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        DocumentUrl: text,
        RecipientEmails: [rita, 'ron@example.net'],
        ShareOptions: ['webview'],
        DestructSeconds: -1,
        ExpiryDate: null,
      }),
    })
    const info = await sender.get(`/v1/shares/info/${String(said['ShareGuid'])}/sender`)
    expect(info.said['Share']).toMatchObject({
      RecipientsCount: 2,
      RecipientsDisplay: [rita, 'ron@example.net'],
    })
  })
})

describe('taking back', () => {
  test('disable closes a share from the next request on, enable opens it again', async () => {
    const guid = await sender.share()
    const reader = await openShare(app, guid)
    expect((await sender.post('/v3/shares/disable', { ShareGuid: guid })).said).toMatchObject({
      StatusCode: 20000,
      ShareStatus: 'Killed',
    })
    expect((await reader.reload()).status).toBe(410)
    expect((await sender.post('/v3/shares/enable', { ShareGuid: guid })).said).toMatchObject({
      ShareStatus: 'Active',
    })
    expect((await reader.reload()).status).toBe(200)
  })

  test.each(['/v3/shares/disable', '/v3/shares/enable'])(
    '%s does nothing to what is not there or not yours',
    async (path) => {
      const guid = await sender.share()
      const [other, none] = [
        await stranger.post(path, { ShareGuid: guid }),
        await stranger.post(path, { ShareGuid: nothing }),
      ]
      expect(codeOf(other)).toEqual([200, 20404])
      expect(other.text).toBe(none.text)
      const { said } = await sender.get(`/v1/shares/info/${guid}/sender`)
      expect(said['Share']).toMatchObject({ ShareStatus: 'Active' })
      expect(codeOf(await sender.post(path))).toEqual([200, 20400])
    },
  )
})

describe('the list of shares', () => {
  test('has the newest first, page after page, and no one else’s', async () => {
    await makeUser(app, { email: 'lister@example.org' })
    const lister = await new Program(app).enter('lister@example.org')
    const guids: string[] = []
    for (const to of ['["a@example.net","b@example.net","c@example.net","d@example.net"]', people, people]) {
      guids.unshift(await lister.share({ RecipientEmails: to }))
      app.clock.advance(1000)
    }
    const all = await lister.post('/v3/shares')
    expect(all.said).toMatchObject({ TotalCount: 3, Page: 1, PageSize: 200 })
    const first = await lister.post('/v3/shares', { SharePageSize: '2' })
    const shares = first.said['Shares'] as Record<string, string>[]
    expect([shares.map((share) => share['ShareGuid']), first.said['PageSize']]).toEqual([
      guids.slice(0, 2),
      2,
    ])
    const last = shares.at(-1)!
    const rest = await lister.post('/v3/shares', {
      SharePageSize: '2',
      ShareGuid: last['ShareGuid']!,
      ShareTime: last['ShareTime']!,
    })
    expect(rest.said).toMatchObject({
      Shares: [
        {
          ShareGuid: guids[2],
          RecipientsCount: 4,
          RecipientsDisplay: ['a@example.net', 'b@example.net', 'c@example.net'],
        },
      ],
    })
    const second = await lister.post('/v3/shares', { SharePageSize: '2', Page: '2' })
    expect((second.said['Shares'] as unknown[]).length).toBe(1)
    expect((await stranger.post('/v3/shares')).said).toMatchObject({ Shares: [], TotalCount: 0 })
  })

  test.each<Record<string, string>>([
    { SharePageSize: '201' },
    { SharePageSize: 'many' },
    { Page: '0' },
    { ShareGuid: nothing },
    { ShareGuid: 'x', ShareTime: '2026-11-20T09:00:00Z' },
    { ShareGuid: nothing, ShareTime: 'yesterday' },
  ])('refuses %j', async (fields) => {
    expect(codeOf(await sender.post('/v3/shares', fields))).toEqual([200, 20400])
  })
})

describe('what a share is', () => {
  test('is told whole to its sender only', async () => {
    const guid = await sender.share()
    const reader = await openShare(app, guid)
    expect(reader.status).toBe(200)
    const { said } = await sender.get(`/v1/shares/info/${guid}/sender`)
    expect(said['Recipients']).toMatchObject([
      {
        RecipientUserEmail: rita,
        RecipientTotalViewCount: 1,
        RecipientTotalDownloadCount: 0,
        IsRemoved: false,
        IsTold: true,
      },
    ])
    const [other, none] = [
      await stranger.get(`/v1/shares/info/${guid}/sender`),
      await stranger.get(`/v1/shares/info/${nothing}/sender`),
    ]
    expect([codeOf(other), other.text]).toEqual([[200, 20404], none.text])
  })

  test('tells recipients with an account what concerns them', async () => {
    await makeUser(app, { email: 'reader@example.org' })
    const reader = await new Program(app).enter('reader@example.org')
    const guid = await sender.share({ RecipientEmails: '["reader@example.org","secret@example.net"]' })
    const { text, said } = await reader.get(`/v4/shares/info/${guid}`)
    expect(said['Share']).toMatchObject({
      ShareGuid: guid,
      DocumentPath: 'contract.pdf',
      PageCount: 2,
      UserEmail: 'sender@example.org',
      MayDownload: false,
    })
    expect(text).not.toContain('secret@example.net')
    expect((await reader.get(`/v1/get/filename/${guid}`)).said['DocumentPath']).toBe('contract.pdf')
    expect((await sender.get(`/v1/get/filename/${guid}`)).said['DocumentPath']).toBe('contract.pdf')
    await sender.post('/v3/shares/disable', { ShareGuid: guid })
    for (const path of [`/v4/shares/info/${guid}`, `/v1/get/filename/${guid}`]) {
      const closed = await reader.get(path)
      expect(codeOf(closed)).toEqual([200, 20410])
      expect(closed.text).not.toContain('contract')
    }
  })

  test.each(['/v4/shares/info/', '/v1/get/filename/', '/v7/view/fileinfo/'])(
    '%s says the same of what is not there and of what is not yours',
    async (path) => {
      const guid = await sender.share()
      const [other, none] = [await stranger.get(path + guid), await stranger.get(path + nothing)]
      expect(codeOf(other)).toEqual([200, 20433])
      expect(other.text).toBe(none.text)
    },
  )
})

describe('sending the link', () => {
  test('names more people and emails each of them; who is named already gets it again', async () => {
    const guid = await sender.share()
    const { said } = await sender.post('/v1/send/link', {
      ShareGuid: guid,
      RecipientEmails: '["rita@example.net","new@example.net"]',
      Message: 'Have a look',
    })
    expect(said).toMatchObject({ StatusCode: 20000, RecipientsCount: 2 })
    await app.settle()
    const mail = await app.outbox.newest('new@example.net')
    expect(mail.links).toContainEqual(ownLink(guid))
    expect(mail.text).toContain('Have a look')
    const info = await sender.get(`/v1/shares/info/${guid}/sender`)
    expect(info.said['Share']).toMatchObject({ RecipientsCount: 2 })
    expect((await openShare(app, guid, 'new@example.net')).status).toBe(200)
  })

  test('is refused for what is closed, not there or not yours, and for too many people', async () => {
    const guid = await sender.share({ ExpiryDate: '2026-11-25' })
    const to = (ShareGuid: string, RecipientEmails = people) => ({ ShareGuid, RecipientEmails })
    expect(codeOf(await stranger.post('/v1/send/link', to(guid)))).toEqual([200, 20404])
    expect(codeOf(await stranger.post('/v1/send/link', to(nothing)))).toEqual([200, 20404])
    expect(codeOf(await sender.post('/v1/send/link', to(guid, '[]')))).toEqual([200, 20469])
    const many = Array.from({ length: 101 }, (_, number) => `p${number}@example.net`)
    expect(codeOf(await sender.post('/v1/send/link', to(guid, JSON.stringify(many))))).toEqual([200, 20460])
    const hundred = JSON.stringify(many.slice(0, 100))
    expect(codeOf(await sender.post('/v1/send/link', to(guid, hundred)))).toEqual([200, 20460])
    await sender.post('/v3/shares/disable', { ShareGuid: guid })
    expect(codeOf(await sender.post('/v1/send/link', to(guid)))).toEqual([200, 20410])
    await sender.post('/v3/shares/enable', { ShareGuid: guid })
    app.clock.advance(10 * 24 * hour)
    expect(codeOf(await sender.post('/v1/send/link', to(guid)))).toEqual([200, 20411])
  })
})

test('who is on a list is told to its sender; everyone else gets one answer, whatever is true', async () => {
  const guid = await sender.share()
  const check = (who: Program, email: string, share: string) =>
    who.get(`/v1/shares/checkrecipient/${encodeURIComponent(email)}/${share}`)
  expect((await check(sender, 'Rita@Example.net', guid)).said['IsRecipient']).toBe(true)
  expect((await check(sender, 'other@example.net', guid)).said['IsRecipient']).toBe(false)
  const untold = [
    await check(stranger, rita, guid),
    await check(stranger, 'other@example.net', guid),
    await check(stranger, rita, nothing),
    await stranger.get(`/v1/shares/checkmember/${rita}/${guid}`),
    await stranger.get(`/v1/folder/checkmember/${rita}/${nothing}`),
  ]
  expect(new Set(untold.map(({ http, text }) => `${http} ${text}`)).size).toBe(1)
  expect(untold[0]!.text).not.toContain('IsRecipient')
})
