import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { register } from '#tests/process/operating/place.ts'
import { TextBrowser, type TextBrowserKind } from './text-browser.ts'

/** What only who is signed in may read. */
export const privateText = 'Sent files'
export const closeText = 'Close this browser too; until then, it can still show pages you read.'

/** A text browser in which the operator is signed in, at a new installation. Both end with the test. */
export async function signedIn(kind: TextBrowserKind): Promise<TextBrowser> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-text-browser-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = await ServerProcess.start(dataDir)
  onTestFinished(() => server.kill())
  await register(server)
  const browser = await TextBrowser.start(kind, server.origin)
  onTestFinished(() => browser.stop())
  await browser.signIn()
  return browser
}
