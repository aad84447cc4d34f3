import { existsSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { makePrivateFolder, removeLeftFolders, removePrivateFolder } from './private-folder.ts'

const made: string[] = []
afterEach(() => made.splice(0).forEach(removePrivateFolder))

function folderOf(process: number, since: number): string {
  const folder = path.join(tmpdir(), `strongroom-converting-${process}-${since}-abcdef`)
  mkdirSync(path.join(folder, '1'), { recursive: true })
  made.push(folder)
  return folder
}

test('a private folder is for the user of the server alone, and what is in it is not listed', () => {
  const folder = makePrivateFolder()
  made.push(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o300)
  expect(path.basename(folder)).toMatch(/-[\w-]{22}$/)
})

test('what a killed process left is removed at the next start; what another one uses stays', () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const left = [folderOf(ended, 1), folderOf(process.pid, 1)]
  const own = makePrivateFolder()
  const used = [own, folderOf(process.ppid, 1)]
  made.push(own)
  const inside = removeLeftFolders()
  expect(inside).toEqual(expect.arrayContaining(left.map((folder) => path.join(folder, '1'))))
  expect([left, used].map((folders) => folders.map((folder) => existsSync(folder)))).toEqual([
    [false, false],
    [true, true],
  ])
})
