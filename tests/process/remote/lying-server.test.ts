import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Computer } from './client.ts'

const token = `strongroom_pat_${'a'.repeat(72)}`
const share = 'b'.repeat(32)

type Answers = (request: IncomingMessage, response: ServerResponse) => boolean

/** A server that signs anyone in, and otherwise answers as the test says; remembers who showed it what. */
async function lyingServer(answers: Answers) {
  const shown: [path: string, authorization: string | undefined][] = []
  const server = createServer((request, response) => {
    shown.push([request.url ?? '', request.headers.authorization])
    if (answers(request, response)) return
    response.setHeader('content-type', 'application/json')
    if (request.url === '/v3/users/info')
      response.end('{"StatusCode":10120,"User":{"Email":"rita@example.net\\u001b]0;mine\\u0007"}}')
    else if (request.url?.includes('folder/list'))
      response.end('{"StatusCode":20000,"Folders":[],"HasMore":false}')
    else response.writeHead(404).end('{"StatusCode":20404,"StatusMessage":"no \\u001b[2J"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, shown }
}

/** Answers with a link to a file that it calls `name`, at `host`. */
function naming(name: string, host = 'http://127.0.0.1'): Answers {
  return (request, response) => {
    if (request.url?.startsWith('/v2/vieworig/')) {
      response.setHeader('content-type', 'application/json')
      const said = { StatusCode: 22000, DownloadUrl: `${host}/v1/download/link`, DocumentPath: name }
      response.end(JSON.stringify(said))
      return true
    }
    if (!request.url?.startsWith('/v1/download/')) return false
    response.end('what it sends')
    return true
  }
}

test.each([
  ['../../evil.txt', 'evil.txt'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\evil.txt', 'evil.txt'],
  ['..', 'file'],
  ['.bashrc', 'bashrc'],
  ['a\u0000b\u001b[31m.txt', 'a_b_[31m.txt'],
  ['con.txt', '_con.txt'],
  ['', 'file'],
  [`${'ä'.repeat(400)}.pdf`, `${'ä'.repeat(98)}.pdf`],
])('a file that is called %j is saved in the folder, as %j', async (named, saved) => {
  const { origin } = await lyingServer(naming(named))
  const computer = await Computer.start()
  await computer.login(origin, token)
  const said = await computer.run(['download', share, '--to', path.join('deep', 'got')])
  expect([said.code, said.stderr]).toEqual([0, ''])
  expect(await readdir(computer.path('deep', 'got'))).toEqual([saved])
  expect((await readdir(computer.home)).toSorted()).toEqual(['.config', 'deep'])
  expect(await readdir(computer.path('deep'))).toEqual(['got'])
})

test('a link that someone put where the part belongs is not followed', async () => {
  const { origin } = await lyingServer(naming('file.txt'))
  const computer = await Computer.start()
  await computer.login(origin, token)
  await mkdir(computer.path('got'))
  await writeFile(computer.path('precious.txt'), 'precious')
  await symlink(computer.path('precious.txt'), computer.path('got', `.file.txt.${share.slice(0, 8)}.part`))
  expect((await computer.run(['download', share, '--to', 'got'])).code).toBe(1)
  expect(await readFile(computer.path('precious.txt'), 'utf8')).toBe('precious')
})

test('the token is shown to this server alone: not with a link, not to another host, not behind a redirect', async () => {
  const other = await lyingServer(() => false)
  const { origin, shown } = await lyingServer((request, response) => {
    if (request.url?.startsWith('/v3/shares')) {
      response.writeHead(307, { location: `${other.origin}/v3/shares` }).end()
      return true
    }
    return naming('file.txt', other.origin)(request, response)
  })
  const computer = await Computer.start()
  await computer.login(origin, token)
  await computer.run(['download', share, '--to', 'got'])
  expect((await computer.run(['shares'])).code).not.toBe(0)
  expect(other.shown).toEqual([])
  const links = shown.filter(([where]) => where.startsWith('/v1/download/'))
  expect(links).toEqual([['/v1/download/link', undefined]])
})

test('what it says is printed without control characters', async () => {
  const { origin } = await lyingServer(() => false)
  const computer = await Computer.start()
  await computer.login(origin, token)
  const { stdout } = await computer.run(['whoami'])
  const { stderr } = await computer.run(['unshare', share])
  expect(`${stdout}${stderr}`).not.toContain('\u001B')
  expect(stdout).toContain('rita@example.net')
})
