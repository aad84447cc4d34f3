import { beforeEach, expect, test } from 'vitest'
import { DiskRoom } from './disk-room.ts'

const mebibyte = 1024 * 1024

let left: number
let checks: number
let room: DiskRoom

beforeEach(async () => {
  left = 10 * mebibyte
  checks = 0
  room = new DiskRoom(async () => (checks++, left))
  await room.look()
})

/** Writes so much to the disk. */
function write(bytes: number): Promise<void> {
  return room.during(bytes, async () => void (left -= bytes))
}

const full = { problem: 'storageFull' }

test('what fits is written, and nothing of what does not', async () => {
  await write(10 * mebibyte)
  await expect(write(1)).rejects.toMatchObject(full)
  expect(left).toBe(0)
})

test('what many write at the same time counts together', async () => {
  const { promise: isTime, resolve: go } = Promise.withResolvers<void>()
  const slowly = (bytes: number) => room.during(bytes, () => isTime)
  const first = [slowly(4 * mebibyte), slowly(4 * mebibyte)]
  await expect(slowly(4 * mebibyte)).rejects.toMatchObject(full)
  go()
  await Promise.all(first)
  await slowly(4 * mebibyte)
})

test('what others write to the disk is seen within a few megabytes, and at the next beginning', async () => {
  left = 5 * mebibyte
  await write(4 * mebibyte)
  await write(1)
  await expect(write(2 * mebibyte)).rejects.toMatchObject(full)
  left = 0
  await room.look()
  await expect(write(1)).rejects.toMatchObject(full)
})

test('a write that failed holds no room', async () => {
  const broken = room.during(10 * mebibyte, () => Promise.reject(new Error('broken disk')))
  await expect(broken).rejects.toThrow('broken disk')
  await write(10 * mebibyte)
})

test('small writes ask the disk now and then only', async () => {
  for (let number = 0; number < 100; number++) await write(1024)
  expect(checks).toBe(1)
})
