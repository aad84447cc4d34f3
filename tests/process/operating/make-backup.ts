import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject } from 'vitest'
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

/** An installation with one share, whose server has ended: a copy of the one that this process of tests made first. */
export async function makeInstallation(): Promise<Omit<Made, 'copy'>> {
  const { folder, share } = await (template ??= makeTemplate())
  const place = await makePlace()
  const data = path.join(place, 'data')
  await cp(path.join(folder, 'data'), data, { recursive: true })
  return { place, data, share }
}

async function makeTemplate(): Promise<{ folder: string; share: string }> {
  // Beside the template of the database, which goes with the run.
  const folder = await mkdtemp(path.join(path.dirname(inject('templates').sqliteFile), 'installation-'))
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
