import { describe, expect, test } from 'vitest'
import { productVersion } from '#server/rules/product/product.ts'
import { makeUser, operatorEmail, password } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { codeOf, Program } from './program.ts'

const { app } = await makeWorld()
const next = 'nine slow trains along the coast'
let people = 0

async function somebody() {
  const email = `person${++people}@example.org`
  const ip = `198.51.100.${people}`
  await makeUser(app, { email, browser: { ip } })
  return { email, program: await new Program(app, { ip }).enter(email) }
}

/** A program of which no one knows who uses it, in a network of its own. */
function unknown(): Program {
  return new Program(app, { ip: `203.0.113.${++people}` })
}

/** The last word of an email’s link. */
async function tokenFor(email: string): Promise<string> {
  await app.settle()
  const mail = (await app.outbox.to(email)).at(-1)!
  return /\/access\/activated\/([\w-]+)/.exec(mail.text)![1]!
}

const ben = { FirstName: 'Ben', LastName: 'Adler', Password: password }

describe('an account made by a program', () => {
  test('is activated by its link, which signs in: the token is the message', async () => {
    const program = unknown()
    const made = await program.post('/v5/users', { ...ben, Email: 'ben@example.org' })
    expect(made.said).toMatchObject({ StatusCode: 20000, Status: 'Pending' })
    const link = `/v3/activate/${await tokenFor('ben@example.org')}`
    // Looking at it uses nothing up.
    expect([codeOf(await program.get(link)), codeOf(await program.get(link))]).toEqual([
      [200, 10002],
      [200, 10002],
    ])
    const { said } = await program.post(link)
    expect(said).toMatchObject({ StatusCode: 10159, User: { Email: 'ben@example.org' } })
    program.token = said.StatusMessage
    expect(codeOf(await program.get('/v1/account/validate'))).toEqual([200, 10000])
    program.token = null
    expect(codeOf(await program.post(link))).toEqual([200, 10160])
    expect(codeOf(await program.get(link))).toEqual([200, 10160])
  })

  test('of an address that has one gets the same answer, and its owner an email', async () => {
    const program = unknown()
    const fresh = await program.post('/v5/users', { ...ben, Email: 'fresh@example.org' })
    const taken = await program.post('/v5/users', { ...ben, Email: operatorEmail })
    expect(taken.text).toBe(fresh.text)
  })

  test.each([
    [{ Email: 'nobody' }, 'Email'],
    [{ Password: 'short' }, 'Password'],
    [{ FirstName: '' }, 'FirstName'],
  ])('with %j is refused, and the answer names the field', async (wrong, field) => {
    const { said } = await unknown().post('/v5/users', { ...ben, Email: 'wrong@example.org', ...wrong })
    expect(said).toMatchObject({ StatusCode: 20400, Field: field })
  })

  test('gets its link again on request, and others the same answer', async () => {
    const program = unknown()
    await program.post('/v5/users', { ...ben, Email: 'again@example.org' })
    const first = await tokenFor('again@example.org')
    const known = await program.post('/v1/resendactivation', { Email: 'again@example.org' })
    const other = await program.post('/v1/resendactivation', { Email: 'no-one@example.org' })
    expect(other.text).toBe(known.text)
    expect(await tokenFor('again@example.org')).not.toBe(first)
    expect(await app.outbox.to('no-one@example.org')).toEqual([])
  })
})

describe('a password', () => {
  test('that was forgotten brings a link by email, and no hint whether the address has an account', async () => {
    const { email } = await somebody()
    const program = unknown()
    const known = await program.post('/v2/users/password/forget', { Email: email })
    const other = await program.post('/v2/users/password/forget', { Email: 'no-one@example.org' })
    expect(other.text).toBe(known.text)
    await app.settle()
    expect((await app.outbox.to(email)).at(-1)!.text).toContain('/access/reset')
  })

  test('is changed with the current one, and the program stays signed in', async () => {
    const { email, program } = await somebody()
    const other = await new Program(app, { ip: '198.51.100.250' }).enter(email)
    const wrong = await program.post('/v2/users/password', { Email: email, Password: 'wrong', Status: next })
    expect(wrong.said).toMatchObject({ StatusCode: 10001, Field: 'Password' })
    const right = { Email: email, Password: password, Status: next }
    expect(codeOf(await program.post('/v2/users/password', right))).toEqual([200, 20000])
    expect(codeOf(await program.get('/v1/account/validate'))).toEqual([200, 10000])
    expect((await other.get('/v1/account/validate')).http).toBe(401)
  })

  test('of another account is not changed', async () => {
    const { program } = await somebody()
    const fields = { Email: operatorEmail, Password: password, Status: next }
    expect(codeOf(await program.post('/v2/users/password', fields))).toEqual([200, 10001])
  })
})

test('a name is changed, and one that is not allowed is refused', async () => {
  const { program } = await somebody()
  expect(codeOf(await program.post('/v2/users/name', { FirstName: 'Nia', LastName: 'Novak' }))).toEqual([
    200, 20000,
  ])
  expect((await program.get('/v3/users/info')).said['User']).toMatchObject({
    FirstName: 'Nia',
    LastName: 'Novak',
  })
  const wrong = await program.post('/v2/users/name', { FirstName: '<b>', LastName: 'Novak' })
  expect(wrong.said).toMatchObject({ StatusCode: 20400, Field: 'FirstName' })
})

describe('a further address', () => {
  test('is added with the password, confirmed with its code, made primary and removed', async () => {
    const { email, program } = await somebody()
    const further = `further-${email}`
    const act = (action: string, fields: Record<string, string> = {}) =>
      program.post(`/v1/users/email/${action}`, { Email: further, ...fields })
    expect(codeOf(await act('add', { Password: 'wrong' }))).toEqual([200, 10001])
    expect(codeOf(await act('add', { Password: password }))).toEqual([200, 20000])
    await app.settle()
    const code = (await app.outbox.to(further)).flatMap((mail) => mail.code ?? []).at(-1)!
    expect(codeOf(await act('primary'))).toEqual([200, 20400])
    expect(codeOf(await act('confirm', { Code: code }))).toEqual([200, 20000])
    expect(codeOf(await act('primary'))).toEqual([200, 20000])
    expect((await program.get('/v3/users/info')).said['User']).toMatchObject({ Email: further })
    expect(codeOf(await program.post('/v1/users/email/remove', { Email: email }))).toEqual([200, 20000])
  })

  test('of another account, or by another action, is not found', async () => {
    const { program } = await somebody()
    const of = (action: string, fields: Record<string, string>) =>
      program.post(`/v1/users/email/${action}`, fields)
    expect(codeOf(await of('remove', { Email: operatorEmail }))).toEqual([200, 20404])
    const guid = 'f'.repeat(32)
    expect(codeOf(await of('add', { Email: 'x@example.org', UserGuid: guid, Password: password }))).toEqual([
      200, 20404,
    ])
    expect(codeOf(await of('burn', { Email: 'x@example.org' }))).toEqual([200, 20404])
  })
})

test('first steps are added, never removed', async () => {
  const { program } = await somebody()
  const set = (status: string) => program.post('/v1/users/onboarding/set', { OnboardingStatus: status })
  expect((await set('5')).said['OnboardingStatus']).toBe(5)
  expect((await set('2')).said['OnboardingStatus']).toBe(7)
  expect((await set('0')).said['OnboardingStatus']).toBe(7)
  expect((await set('999936')).said['OnboardingStatus']).toBe(7)
  expect((await set('-1')).said).toMatchObject({ StatusCode: 20400, Field: 'OnboardingStatus' })
})

test('the tour file is sent by POST; GET only says so', async () => {
  const { email, program } = await somebody()
  expect((await program.get('/v1/sharedemo')).said['ShareGuid']).toBeUndefined()
  const { said } = await program.post('/v1/sharedemo')
  expect(said).toMatchObject({
    StatusCode: 20000,
    Link: expect.stringContaining(`/file/${said['ShareGuid']}`),
  })
  await app.settle()
  expect((await app.outbox.to(email)).at(-1)!.text).toContain(String(said['ShareGuid']))
})

test('a sign-in brings what a support chat checks, different for each account and moment', async () => {
  const { email, program } = await somebody()
  const hash = async (of: string) => {
    const { said } = await program.post('/v2/account/token', { Email: of, Password: password })
    return said['Hash'] as { ID: string; Date: string }
  }
  const own = await hash(email)
  expect(own).toEqual({
    ID: expect.stringMatching(/^[0-9a-f]{64}$/),
    Date: expect.stringMatching(/^\d{8}T\d{6}Z$/),
  })
  expect((await hash(operatorEmail)).ID).not.toBe(own.ID)
})

test('the version is there for anyone', async () => {
  expect((await unknown().get('/v2/app/web')).said).toMatchObject({
    StatusCode: 20000,
    Version: productVersion,
  })
})

test('what needs a token says so without one', async () => {
  const paths = [
    '/v2/users/name',
    '/v2/users/password',
    '/v1/users/email/add',
    '/v1/users/onboarding/set',
    '/v1/sharedemo',
  ]
  for (const path of paths) expect([path, (await unknown().post(path)).http]).toEqual([path, 401])
})
