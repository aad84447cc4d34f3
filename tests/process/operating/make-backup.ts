import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { answerOf } from './run-command.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { download, makePlace, register, shareText } from './place.ts'

export type Made = {
  /** The folder in which the others are. */
  place: string
  data: string
  copy: string
  /** A public share of a note. */
  share: string
}

let template: Promise<{ folder: string; share: string }> | null = null

afterAll(async () => {
  if (template) await rm((await template).folder, { recursive: true, force: true })
})

/** An installation with one share, whose server has ended: a copy of the one that this file of tests made first. */
export async function makeInstallation(): Promise<Omit<Made, 'copy'>> {
  const { folder, share } = await (template ??= makeTemplate())
  const place = await makePlace()
  const data = path.join(place, 'data')
  await cp(path.join(folder, 'data'), data, { recursive: true })
  return { place, data, share }
}

async function makeTemplate(): Promise<{ folder: string; share: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-template-'))
  return { folder, share: await fill(path.join(folder, 'data')) }
}

/** Makes a new installation with one share. */
export async function fill(data: string): Promise<string> {
  await mkdir(data)
  const server = await ServerProcess.start(data)
  try {
    const share = await shareText(await register(server), 'the one note')
    expect(await download(server, share)).toBe('the one note')
    return share
  } finally {
    await server.kill()
  }
}

/** The same with its backup. */
export async function makeBackup(): Promise<Made> {
  const made = await makeInstallation()
  const copy = path.join(made.place, 'copy')
  await answerOf({ DATA_DIR: made.data }, 'backup', copy)
  return { ...made, copy }
}
