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

test('folders are read to their end, level by level, each file with the way to it', async () => {
  const deal = folder('Deal', file('a.pdf'), folder('2024', file('b.pdf')), file('c.pdf'), folder('Empty'))
  const { files, folders } = await gatherTree([file('loose.pdf'), deal])
  expect(files.map(({ file: { name }, path }) => `${path}>${name}`)).toEqual([
    '>loose.pdf',
    'Deal>a.pdf',
    'Deal>c.pdf',
    'Deal/2024>b.pdf',
  ])
  expect(folders).toEqual(['Deal', 'Deal/2024', 'Deal/Empty'])
})

test('what cannot be read or has no fit name is named, and the rest is taken', async () => {
  const tree = folder('Deal', broken, shut, file('.DS_Store'), folder('.git', file('x')), file('good.pdf'))
  const { files, folders, left } = await gatherTree([tree])
  expect(files.map(({ file: { name } }) => name)).toEqual(['good.pdf'])
  expect(folders).toEqual(['Deal'])
  expect(left).toEqual([
    { name: 'Deal/.DS_Store', reason: 'This file name isn’t allowed.' },
    { name: 'Deal/.git', reason: 'This folder name isn’t allowed.' },
    { name: 'Deal/locked.pdf', reason: 'It couldn’t be read.' },
    { name: 'Deal/Shut', reason: 'It couldn’t be read.' },
  ])
})

test('10,000 files in 1,000 folders are taken, more than 20,000 of both not', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => file(`${at}.pdf`))
  const thousand = Array.from({ length: 1000 }, (_, at) => folder(`f${at}`, ...ten))
  const { files, folders } = await gatherTree([folder('All', ...thousand)])
  expect([files.length, folders.length]).toEqual([10_000, 1001])
  const many = Array.from({ length: 20_000 }, (_, at) => file(`${at}.pdf`))
  const all = await gatherTree([folder('All', ...many)])
  expect(all).toMatchObject({ files: [], folders: [], isTooMany: true })
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

test('a folder that was chosen gives its files with their folders, what is above before what is in it', () => {
  const chosen = ['Deal/2024/Q1/b.pdf', 'Deal/a.pdf', 'Deal/2024/c.pdf'].map((path) => {
    const one = new File(['x'], path.split('/').at(-1)!)
    Object.defineProperty(one, 'webkitRelativePath', { value: path })
    return one
  })
  const { files, folders } = gatherChosen(chosen)
  expect(files.map(({ path }) => path)).toEqual(['Deal', 'Deal/2024', 'Deal/2024/Q1'])
  expect(folders).toEqual(['Deal', 'Deal/2024', 'Deal/2024/Q1'])
})
