import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { hour } from '#tests/support/world/clock.ts'
import { makeOperator, makeUser, openShare } from '#tests/support/world/make.ts'
import { codeOf, makeProgramWorld, Program } from './program.ts'
import { ownLink } from '#tests/support/world/people.ts'

const nothing = '0'.repeat(32)

const {
  app,
  programs: [sender, stranger],
} = await makeProgramWorld(['sender@example.org', 'stranger@example.org'])

async function infoOf(guid: string) {
  const { said } = await sender.get(`/v1/shares/info/${guid}/sender`)
  return said as unknown as { Share: Record<string, unknown>; Recipients: Record<string, unknown>[] }
}

function update(guid: string, fields: Record<string, string>, who = sender) {
  return who.post('/v1/share/update', { ShareGuid: guid, ...fields })
}

describe('changing a share', () => {
  test('makes it what is said, and leaves as it is what is not said', async () => {
    const guid = await sender.share({
      ShareOptions: '["webview","download","expiry","sparkle"]',
      ExpiryDate: '3/1/2027',
      Watermark: 'large red',
    })
    const before = (await infoOf(guid)).Share
    const { said } = await update(guid, { DocumentPath: 'Final contract' })
    expect(said).toMatchObject({
      StatusCode: 20000,
      SecurityLabel: 'HIGH',
      Share: { ...before, DocumentPath: 'Final contract.pdf' },
    })
    await update(guid, { ShareOptions: '["webview","allowprint","glitter"]' })
    expect((await infoOf(guid)).Share).toMatchObject({
      ShareOptions: ['webview', 'nodownload', 'allowprint', 'expiry', 'glitter'],
      ExpiryDate: before['ExpiryDate'],
      Watermark: 'large red',
    })
    await update(guid, { DestructSeconds: '7200', Watermark: 'off' })
    expect((await infoOf(guid)).Share).toMatchObject({ DestructSeconds: 7200, Watermark: 'off' })
    await update(guid, { ExpiryDate: '2027-04-01' })
    expect((await infoOf(guid)).Share).toMatchObject({
      DestructSeconds: 0,
      ExpiryDate: '2027-04-02T00:00:00.000Z',
    })
    await update(guid, { DestructSeconds: '-1' })
    expect((await infoOf(guid)).Share).toMatchObject({ DestructSeconds: -1, ExpiryDate: null })
  })

  test('is felt by anyone who reads at this moment', async () => {
    const guid = await sender.share({ ShareOptions: '["webview","download"]' })
    const reader = await openShare(app, guid)
    expect((await reader.fetch(`/view/${guid}/download`)).status).toBe(200)
    await update(guid, { ShareOptions: '["webview"]' })
    expect((await reader.fetch(`/view/${guid}/download`)).status).toBe(403)
  })

  test('keeps an end that has passed, and gives a later one', async () => {
    const own = await startApp()
    await makeOperator(own)
    await makeUser(own, { email: 'late@example.org' })
    const late = await new Program(own).enter('late@example.org', { isRemembered: true })
    const guid = await late.share({ ExpiryDate: '2026-11-25' })
    own.clock.advance(10 * 24 * hour)
    expect(codeOf(await update(guid, { DocumentPath: 'old.pdf' }, late))).toEqual([200, 20000])
    const { said } = await update(guid, { ExpiryDate: '2026-12-24' }, late)
    expect(said['Share']).toMatchObject({
      DocumentPath: 'old.pdf',
      ExpiryDate: '2026-12-25T00:00:00.000Z',
    })
  })

  test.each<[string, Record<string, string>, [code: number, field: string]]>([
    ['two words that exclude each other', { ShareOptions: '["public","passkey"]' }, [20400, 'ShareOptions']],
    ['a passkey on what has none', { ShareOptions: '["passkey"]' }, [20400, 'ShareOptions']],
    ['the word for a date and no date', { ShareOptions: '["expiry"]' }, [20400, 'ExpiryDate']],
    ['a date that has passed', { ExpiryDate: '1/1/2020' }, [20400, 'ExpiryDate']],
    ['a watermark in green', { Watermark: 'green' }, [20400, 'Watermark']],
    ['no name', { DocumentPath: '' }, [20463, 'DocumentPath']],
  ])('is refused with %s, and changes nothing', async (_what, fields, [code, field]) => {
    const guid = await sender.share()
    const before = await infoOf(guid)
    const { said } = await update(guid, { ...fields })
    expect([said.StatusCode, said['Field']]).toEqual([code, field])
    expect(await infoOf(guid)).toEqual(before)
  })

  test('is for the sender; for everyone else there is nothing', async () => {
    const guid = await sender.share()
    const [other, none] = [
      await update(guid, { DocumentPath: 'mine.pdf' }, stranger),
      await update(nothing, { DocumentPath: 'mine.pdf' }, stranger),
    ]
    expect([codeOf(other), other.text]).toEqual([[200, 20404], none.text])
    expect((await infoOf(guid)).Share['DocumentPath']).toBe('contract.pdf')
    expect(codeOf(await new Program(app).post('/v1/share/update', { ShareGuid: guid }))).toEqual([401, 10001])
  })
})

describe('changing several shares', () => {
  test('puts the options on each that is there, and says of each what became of it', async () => {
    const [first, second] = [await sender.share(), await sender.share({ Watermark: 'small blue' })]
    const { said } = await sender.post('/v1/processmultifile', {
      ShareGuids: JSON.stringify([first, nothing, second]),
      ShareOptions: '["webview","download"]',
    })
    expect(said).toMatchObject({
      StatusCode: 20000,
      TotalCount: 3,
      DoneCount: 2,
      Shares: [
        { ShareGuid: first, StatusCode: 20000 },
        { ShareGuid: nothing, StatusCode: 20404 },
        { ShareGuid: second, StatusCode: 20000 },
      ],
    })
    const options = ['webview', 'download', 'noprint']
    expect((await infoOf(first)).Share).toMatchObject({ ShareOptions: options, Watermark: 'off' })
    expect((await infoOf(second)).Share).toMatchObject({ ShareOptions: options, Watermark: 'small blue' })
  })

  test("leaves another's as they are", async () => {
    const guid = await sender.share()
    const { said } = await stranger.post('/v1/processmultifile', {
      ShareGuids: guid,
      ShareOptions: '["public","webview","download"]',
    })
    expect(said).toMatchObject({ DoneCount: 0, Shares: [{ StatusCode: 20404 }] })
    expect((await infoOf(guid)).Share['ShareOptions']).toEqual(['webview', 'nodownload', 'noprint'])
  })

  test.each(['[]', JSON.stringify(Array.from({ length: 101 }, (_, number) => `g${number}`))])(
    'takes 1 to 100 of them',
    async (ShareGuids) => {
      const fields = { ShareGuids, ShareOptions: '[]', RecipientEmails: 'rita@example.net' }
      for (const path of ['/v1/processmultifile', '/v1/send/multifile/links'])
        expect(codeOf(await sender.post(path, fields))).toEqual([200, 20400])
    },
  )
})

describe('sending the links of several shares', () => {
  test('is one email with all of them to each, which names no file; each keeps its own protections', async () => {
    const [named, open] = [await sender.share(), await sender.share({ ShareOptions: '["public","webview"]' })]
    const before = [(await infoOf(named)).Share, (await infoOf(open)).Share]
    const { said } = await sender.post('/v1/send/multifile/links', {
      ShareGuids: JSON.stringify([open, named]),
      RecipientEmails: '["rita@example.net","uma@example.net"]',
      Message: 'For Thursday',
    })
    expect(said).toMatchObject({ StatusCode: 20000, TotalCount: 2, DoneCount: 2, RecipientsCount: 2 })
    await app.settle()
    const mail = await app.outbox.newest('uma@example.net')
    const links = [`http://localhost:3000/file/${open}`, ownLink(named)]
    expect(mail.links.filter((link) => link.includes('/file/'))).toEqual(links)
    expect(mail.text).toContain('For Thursday')
    expect(mail.text).toContain('its page tells you what you need')
    expect(mail.text).not.toContain('contract')
    const after = [(await infoOf(named)).Share, (await infoOf(open)).Share]
    for (const [at, share] of after.entries())
      expect(share['ShareOptions']).toEqual(before[at]!['ShareOptions'])
    expect((await openShare(app, named, 'uma@example.net')).status).toBe(200)
    const found = await app.strongroom.services.database.kysely
      .selectFrom('recipient')
      .select(['email', 'mail_status'])
      .where('share_guid', '=', named)
      .orderBy('email')
      .execute()
    expect(found).toEqual([
      { email: 'rita@example.net', mail_status: 'Sent' },
      { email: 'uma@example.net', mail_status: 'Sent' },
    ])
  })

  test('sends what can be sent, and says of the others why not', async () => {
    const [open, closed, full] = [await sender.share(), await sender.share(), await sender.share()]
    await sender.post('/v3/shares/disable', { ShareGuid: closed })
    const many = Array.from({ length: 99 }, (_, number) => `p${number}@example.net`)
    await sender.post('/v1/send/link', { ShareGuid: full, RecipientEmails: JSON.stringify(many) })
    const { said } = await sender.post('/v1/send/multifile/links', {
      ShareGuids: JSON.stringify([closed, open, full, nothing]),
      RecipientEmails: '["vera@example.net"]',
    })
    expect(said).toMatchObject({
      DoneCount: 1,
      RecipientsCount: 1,
      Shares: [
        { ShareGuid: closed, StatusCode: 20410 },
        { ShareGuid: open, StatusCode: 20000 },
        { ShareGuid: full, StatusCode: 20460 },
        { ShareGuid: nothing, StatusCode: 20404 },
      ],
    })
    await app.settle()
    const { links } = await app.outbox.newest('vera@example.net')
    expect(links.filter((link) => link.includes('/file/'))).toEqual([ownLink(open)])
    for (const guid of [closed, full])
      expect(JSON.stringify(await infoOf(guid))).not.toContain('vera@example.net')
  })

  test('of nothing that is yours emails no one', async () => {
    const guid = await sender.share()
    const { said } = await stranger.post('/v1/send/multifile/links', {
      ShareGuids: guid,
      RecipientEmails: 'wilma@example.net',
    })
    expect(said).toMatchObject({ DoneCount: 0, RecipientsCount: 0, Shares: [{ StatusCode: 20404 }] })
    await app.settle()
    expect(await app.outbox.to('wilma@example.net')).toEqual([])
  })

  test('is held up after many emails to one address within an hour', async () => {
    const guid = await sender.share()
    const again = () => sender.post('/v1/send/link', { ShareGuid: guid, RecipientEmails: 'xena@example.net' })
    for (let sent = 0; sent < 20; sent++) expect(codeOf(await again())).toEqual([200, 20000])
    expect(codeOf(await again())).toEqual([429, 10003])
    app.clock.advance(hour)
    expect(codeOf(await again())).toEqual([200, 20000])
  })
})
