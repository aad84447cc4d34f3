import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { serverWithToken } from './client.ts'

const run = promisify(execFile)
const anyGuid = /[0-9a-f]{32}/g

test('whoever has the page alone drives the API: its examples work as they stand, with IDs of their own', async () => {
  const { server, token } = await serverWithToken()
  const { origin } = server.process
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'contract.pdf'), pdf(['Page one']))
  const page = await server.browser().open('/api')
  const examples = new Map(
    page.page.root
      .querySelectorAll('article')
      .map((call) => [call.querySelector('h3')!.text.trim(), call.querySelector('pre')!.text]),
  )

  /** Runs the example of a call in a shell, with these IDs in place of those that it names. */
  async function example(name: string, ids: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const text = examples.get(name)!
    const own = Object.entries(ids).reduce(
      (command, [field, id]) =>
        command.replaceAll(new RegExp(`${field}=[0-9a-f]{32}`, 'g'), `${field}=${id}`),
      ids['path'] ? text.replace(/(?<=server[^"?]*)[0-9a-f]{32}/g, ids['path']) : text,
    )
    const env = { ...process.env, server: origin, token }
    const { stdout } = await run('sh', ['-c', own], { cwd: folder, env })
    const said = stdout.startsWith('{') ? (JSON.parse(stdout) as Record<string, unknown>) : { Text: stdout }
    return said
  }

  const done: unknown[] = []
  async function succeed(name: string, ids: Record<string, string> = {}) {
    const said = await example(name, ids)
    done.push([name, said['StatusCode']])
    expect([20000, 10000, 10120, 22000, 24000, 23000], JSON.stringify(said)).toContain(said['StatusCode'])
    return said
  }
  const upload = async () => {
    const { Text } = await example('POST /v1/upload')
    expect(Text).toMatch(anyGuid)
    return String(Text)
  }

  await succeed('GET /v1/account/validate')
  await succeed('GET /v3/users/info')
  await succeed('GET /v2/app/web')
  await succeed('GET /v1/team/branding/info')
  await succeed('GET /v1/events')
  await succeed('GET /v1/getpresignedurl')
  const shared = await succeed('POST /v5/sharefile', { DocumentUrl: await upload() })
  const share = String(shared['ShareGuid'])
  await succeed('POST /v3/shares')
  await succeed('POST /v5/receives')
  for (const call of [
    'GET /v1/shares/info/{ShareGuid}/sender',
    'GET /v1/get/filename/{ShareGuid}',
    'GET /v1/message/list/{ShareGuid}',
    'GET /v1/shares/checkrecipient/{Email}/{ShareGuid}',
  ])
    await succeed(call, { path: share })
  for (const call of [
    'POST /v1/send/link',
    'POST /v1/share/update',
    'POST /v3/shares/disable',
    'POST /v3/shares/enable',
    'POST /v1/watermark/remove',
  ])
    await succeed(call, { ShareGuid: share })
  const room = String((await succeed('POST /v2/folder/create/root'))['ShareGuid'])
  const inRoom = String((await succeed('POST /v2/folder/create/sub', { ParentGuid: room }))['ShareGuid'])
  await succeed('POST /v2/folder/browse', { ShareGuid: room })
  await succeed('POST /v2/folder/manage', { ShareGuid: room })
  await succeed('POST /v2/folder/manage/user', { ShareGuid: room })
  await succeed('GET /v2/folder/manage/user', { ShareGuid: room })
  await succeed('POST /v2/folder/send/link', { RootGuid: room })
  await succeed('POST /v2/folder/edit/order', { ParentGuid: room })
  await succeed('POST /v2/folder/change/name', { ShareGuid: inRoom })
  await succeed('GET /v2/folder/list')
  await succeed('GET /v2/folder/info/{ShareGuid}/', { path: room })
  await succeed('GET /v2/folder/firstaccess/{RootGuid}', { path: room })
  await succeed('GET /v2/folder/tracks/details/{ShareGuid}', { path: room })
  await succeed('POST /v2/folder/remove', { ShareGuid: inRoom })
  expect(done.length).toBeGreaterThanOrEqual(25)
})
