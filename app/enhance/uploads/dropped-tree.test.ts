import { expect, test } from 'vitest'
import { gatherChosen, gatherTree, type TreeEntry } from './dropped-tree.ts'

function file(name: string): TreeEntry {
  return { name, isFile: true, file: (found) => found(new File(['x'], name)) }
}

/** A folder whose browser hands it over two entries at a time. */
function folder(name: string, ...inside: TreeEntry[]): TreeEntry {
  return {
    name,
    isFile: false,
    createReader() {
      let at = 0
      return { readEntries: (found) => found(inside.slice(at, (at += 2))) }
    },
  }
}

const broken: TreeEntry = { name: 'locked.pdf', isFile: true, file: (_, failed) => failed(new Error('No')) }
const shut: TreeEntry = {
  name: 'Shut',
  isFile: false,
  createReader: () => ({ readEntries: (_, failed) => failed(new Error('No')) }),
}

async function paths(...entries: TreeEntry[]): Promise<string[]> {
  const { files } = await gatherTree(entries)
  return files.map(({ file: { name }, path }) => `${path}>${name}`)
}

test('folders are read to their end, each file with the way to it', async () => {
  const tree = folder('Deal', file('a.pdf'), folder('2024', file('b.pdf')), file('c.pdf'), file('d.pdf'))
  expect(await paths(file('loose.pdf'), tree)).toEqual([
    '>loose.pdf',
    'Deal>a.pdf',
    'Deal/2024>b.pdf',
    'Deal>c.pdf',
    'Deal>d.pdf',
  ])
})

test('what cannot be read or has no fit name is named, and the rest is taken', async () => {
  const tree = folder('Deal', broken, shut, file('.DS_Store'), folder('.git', file('x')), file('good.pdf'))
  const { files, left } = await gatherTree([tree])
  expect(files.map(({ file: { name } }) => name)).toEqual(['good.pdf'])
  expect(left).toEqual([
    { name: 'Deal/locked.pdf', reason: 'It couldn’t be read.' },
    { name: 'Deal/Shut', reason: 'It couldn’t be read.' },
    { name: 'Deal/.DS_Store', reason: 'This file name isn’t allowed.' },
    { name: 'Deal/.git', reason: 'This folder name isn’t allowed.' },
  ])
})

test('of more than 200 files none is taken', async () => {
  const many = Array.from({ length: 201 }, (_, at) => file(`${at}.pdf`))
  expect(await gatherTree([folder('All', ...many)])).toMatchObject({ files: [], isTooMany: true })
  expect((await gatherTree([folder('All', ...many.slice(1))])).files).toHaveLength(200)
})

test('a folder that leads into itself ends at 100 deep', async () => {
  const loop: TreeEntry = {
    name: 'Loop',
    isFile: false,
    createReader() {
      let isRead = false
      return {
        readEntries(found) {
          found(isRead ? [] : [file('a.pdf'), loop])
          isRead = true
        },
      }
    },
  }
  const { files, left } = await gatherTree([loop])
  expect(files).toHaveLength(100)
  expect(left.map(({ reason }) => reason)).toEqual(['It’s more than 100 folders deep.'])
})

test('a folder that was chosen gives its files with their folders', () => {
  const chosen = new File(['x'], 'b.pdf')
  Object.defineProperty(chosen, 'webkitRelativePath', { value: 'Deal/2024/b.pdf' })
  expect(gatherChosen([chosen]).files.map(({ path }) => path)).toEqual(['Deal/2024'])
})
