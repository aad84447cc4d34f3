import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#tests/support/sources/sources.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { operatorEmail, password } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const run = promisify(execFile)
const packages = path.join(root, 'node_modules')

test('a public generator makes a client of the OpenAPI document, whose types hold for a program that shares, fills a room and reads what happened', async () => {
  const { app } = await makeWorld()
  const ask: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    request.headers.set('host', 'localhost:3000')
    return app.strongroom.handle(request, { ip: '198.51.100.7', userAgent: 'Generated/1' })
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink(packages, path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  const document = await ask('http://localhost:3000/api/openapi.json')
  await writeFile(path.join(folder, 'openapi.json'), await document.text())

  const generator = path.join(packages, 'oazapfts/dist/cli.js')
  const options = ['--argumentStyle=object', '--futureStripLegacyMethods']
  await run(process.execPath, [generator, ...options, 'openapi.json', 'generated.ts'], { cwd: folder })
  await copyFile(path.join(import.meta.dirname, 'story.ts'), path.join(folder, 'story.ts'))
  const compiler = path.join(packages, 'typescript/lib/tsc.js')
  const settings =
    '--strict --noUncheckedIndexedAccess --skipLibCheck --target es2024 --module nodenext --types node'
  const compiled = await run(process.execPath, [compiler, ...settings.split(' '), 'story.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(compiled.stdout).toBe('')

  const { story } = (await import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'story.js')).href)) as {
    story(given: object): Promise<unknown>
  }
  const file = new File([Uint8Array.from(pdf())], 'contract.pdf', { type: 'application/pdf' })
  const said = await story({ fetch: ask, email: operatorEmail, password, file })
  expect(said).toEqual({
    recipients: ['rita@example.net'],
    files: ['contract.pdf'],
    members: 2,
    statuses: expect.arrayContaining(['Add']),
    kinds: expect.arrayContaining(['share.created']),
    refused: 20433,
  })
})
