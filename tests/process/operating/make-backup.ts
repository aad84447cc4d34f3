import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, inject, vi } from 'vitest'
import { answerOf } from './run-command.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { patience } from '#tests/support/world/patience.ts'
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

/** An installation with one share, whose server has ended: a copy of the one that was made first in this run. */
export async function makeInstallation(): Promise<Omit<Made, 'copy'>> {
  const { folder, share } = await (template ??= findTemplate())
  const place = await makePlace()
  const data = path.join(place, 'data')
  await cp(path.join(folder, 'data'), data, { recursive: true })
  return { place, data, share }
}

/** Of the processes of a run one makes it, beside the template of the database; the others wait for it. */
async function findTemplate(): Promise<{ folder: string; share: string }> {
  const folder = path.join(path.dirname(inject('templates').sqliteFile), 'installation')
  const [made, said] = ['share', 'share.new'].map((name) => path.join(folder, name)) as [string, string]
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await writeFile(said, await fill(path.join(folder, 'data')))
    await rename(said, made)
  }
  return { folder, share: await vi.waitFor(() => readFile(made, 'utf8'), patience) }
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
