import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { command } from '#tests/process/operating/command.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { call, Computer, serverWithToken } from './client.ts'

test('a person signs in with a token, shares, lists, unshares, and is forgotten again', async () => {
  const { server, token } = await serverWithToken()
  const { origin } = server.process
  const computer = await Computer.start()
  const before = await computer.run(['whoami'])
  expect([before.code, before.stderr]).toEqual([2, expect.stringContaining('strongroom remote login SERVER')])
  await computer.login(origin, token)
  const kept = computer.path('.config', 'strongroom', 'remote.json')
  expect(((await stat(kept)).mode & 0o777).toString(8)).toBe('600')
  expect(((await stat(computer.path('.config', 'strongroom'))).mode & 0o777).toString(8)).toBe('700')
  const who = await computer.run(['whoami'])
  expect(who.stdout).toBe(`olivia@example.org at ${origin}\n`)

  await writeFile(computer.path('contract.pdf'), pdf(['Page one']))
  const options = [
    '--to',
    'rita@example.net,ron@example.net',
    '--expires',
    '7d',
    '--no-download',
    '--no-print',
  ]
  const [shared] = await computer.json<{ ShareGuid: string; Link: string }[]>([
    'share',
    'contract.pdf',
    ...options,
    '--watermark',
    'small grey',
    '--message',
    'For you.',
  ])
  expect(shared!.Link).toContain(`/file/${shared!.ShareGuid}`)
  const [listed] = await computer.json<Record<string, unknown>[]>(['shares'])
  expect(listed).toMatchObject({
    ShareGuid: shared!.ShareGuid,
    DocumentPath: 'contract.pdf',
    ShareStatus: 'Active',
    ShareOptions: ['webview', 'nodownload', 'noprint', 'expiry'],
    Watermark: 'small grey',
    RecipientsCount: 2,
  })
  const activity = await computer.json<unknown[]>(['activity', shared!.Link])
  expect(activity).toHaveLength(2)
  const unshared = await computer.run(['unshare', shared!.Link])
  expect([unshared.code, unshared.stderr]).toEqual([0, ''])
  expect((await computer.json<{ ShareStatus: string }[]>(['shares']))[0]!.ShareStatus).toBe('Killed')

  const download = await computer.json<{ File: string }[]>(['download', shared!.ShareGuid, '--to', 'got'])
  expect(await readFile(computer.path('got', 'contract.pdf'))).toEqual(
    await readFile(computer.path('contract.pdf')),
  )
  expect(download).toHaveLength(1)
  const again = await computer.run(['download', shared!.ShareGuid, '--to', 'got'])
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('add --force to replace it')])

  expect((await computer.run(['logout'])).code).toBe(0)
  expect((await computer.run(['whoami'])).code).toBe(2)
})

test('a folder goes into a data room with its structure; the second time there is nothing to do', async () => {
  const { server, token } = await serverWithToken()
  const { origin } = server.process
  const computer = await Computer.start()
  await computer.login(origin, token)
  const { ShareGuid: room } = await call(origin, token, '/v2/folder/create/root', { DocumentPath: 'Atlas' })
  await mkdir(computer.path('deal', 'legal', 'old'), { recursive: true })
  await mkdir(computer.path('deal', 'empty'), { recursive: true })
  await writeFile(computer.path('deal', 'index.txt'), 'What is here.')
  await writeFile(computer.path('deal', 'legal', 'contract.pdf'), pdf(['One']))
  await writeFile(computer.path('deal', 'legal', 'old', 'draft.txt'), 'Draft.')
  await writeFile(computer.path('deal', 'nothing.txt'), '')

  const first = await computer.run(['upload', '-r', 'deal', 'Atlas/Papers'])
  expect([first.code, first.stderr]).toEqual([1, ''])
  expect(first.stdout).toBe('deal/nothing.txt: nothing.txt is empty.\n3 added, 0 there already, 1 failed.\n')
  const listed = await computer.run(['ls', 'Atlas/Papers'])
  expect(listed.stdout.split('\n').map((line) => line.split('  ').at(-1))).toEqual([
    'empty/',
    'index.txt',
    'legal/',
    '',
  ])
  expect(await computer.json<unknown[]>(['ls', `${room}/Papers/legal/old`])).toMatchObject([
    { DocumentPath: 'draft.txt', Size: 6 },
  ])
  const second = await computer.run(['upload', '-r', 'deal', 'Atlas/Papers'])
  expect(second.stdout).toContain('0 added, 3 there already, 1 failed.')
  await writeFile(computer.path('deal', 'index.txt'), 'What is here now.')
  const third = await computer.run(['upload', '-r', 'deal', 'Atlas/Papers'])
  expect(third.stdout).toContain('1 added, 2 there already, 1 failed.')
  expect(await computer.json<unknown[]>(['ls', 'Atlas/Papers/index.txt'])).toMatchObject([
    { DocumentVersion: 2 },
  ])
  await computer.json(['download', 'Atlas/Papers/legal/contract.pdf'])
  expect(await readFile(computer.path('contract.pdf'))).toEqual(pdf(['One']))
  const [zip] = await computer.json<{ File: string; Size: number }[]>([
    'download',
    'Atlas/Papers',
    '--to',
    'zips',
  ])
  expect(zip!.File).toBe('zips/Papers.zip')
  const bytes = await readFile(computer.path('zips', 'Papers.zip'))
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  for (const name of ['legal/contract.pdf', 'legal/old/draft.txt', 'index.txt'])
    expect(bytes.includes(name)).toBe(true)
  const activity = await computer.json<{ Status: string }[]>(['activity', 'Atlas'])
  expect(activity.map(({ Status }) => Status)).toContain('Add')
  expect(await computer.json<unknown[]>(['rooms'])).toMatchObject([
    { ShareGuid: room, DocumentPath: 'Atlas' },
  ])
})

test('what is refused says what to do, and ends with the code of its kind', async () => {
  const { server, token } = await serverWithToken()
  const { origin } = server.process
  const computer = await Computer.start()
  const wrong = await computer.run(['login', origin], { input: `strongroom_pat_${'0'.repeat(72)}\n` })
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('The token is wrong or has ended.')])
  const plain = await computer.run(['login', 'http://rooms.example.org'], { input: 'x\n' })
  expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('Use the https address.')])
  const none = await computer.run(['login', 'http://localhost:1'], { input: `${token}\n` })
  expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('can’t be reached')])
  expect((await computer.run(['whoami'])).code).toBe(2)

  await computer.login(origin, token)
  const cases: [args: string[], code: number, words: string][] = [
    [['share', 'missing.pdf', '--to', 'a@b.example'], 2, 'There is no file missing.pdf.'],
    [['share', '.', '--to', 'a@b.example'], 2, 'is a folder'],
    [['share', 'x.pdf'], 2, "required option '--to <addresses>'"],
    [['ls', 'Nothing'], 1, 'You have no data room "Nothing".'],
    [['download', '0'.repeat(32)], 1, ''],
    [['upload', 'nowhere', 'Atlas'], 2, 'There is no file or folder nowhere.'],
    [['unshare', 'this'], 2, 'is no share'],
  ]
  for (const [args, code, words] of cases) {
    const said = await computer.run(args)
    expect([args, said.code, said.stderr]).toEqual([args, code, expect.stringContaining(words)])
  }
  const json = await computer.run(['ls', 'Nothing', '--json'])
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    { error: expect.stringContaining('You have no data room') },
  ])
  const env = { STRONGROOM_TOKEN: 'strongroom_pat_ended', STRONGROOM_SERVER: origin }
  expect((await computer.run(['whoami'], { env })).code).toBe(1)
})

test('an operator ends all tokens of an account by a command', async () => {
  const { server, token } = await serverWithToken()
  const computer = await Computer.start()
  await computer.login(server.process.origin, token)
  const end = () =>
    command(server.dataDir, ['user', 'end-access-tokens', operatorEmail], { env: { DATABASE_URL: '' } })
  const ended = await end()
  expect([ended.code, ended.stdout]).toEqual([0, `1 access token of ${operatorEmail} ended.\n`])
  const who = await computer.run(['whoami'])
  expect([who.code, who.stderr]).toEqual([1, expect.stringContaining('The token is wrong or has ended.')])
  expect((await end()).stdout).toContain('has no access tokens. Nothing was changed.')
})
