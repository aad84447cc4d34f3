import { expect, test, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { GoogleServer } from '#tests/services/google.ts'
import { OneServer } from '#tests/process/faults/one-server.ts'
import { budget } from '#tests/support/world/budget.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { connectCloud, copyIntoRoom, listeningCloud } from './cloud-settings.ts'

/** One copy has up to 50,000 files and folders: these, their folder, two shortcuts, and what is added meanwhile. */
const count = budget({ some: 400, all: 49_600 })
const token = 'metrics-token-0123456789'
const mebibyte = 1024 * 1024
/** Looking takes its time from the copying. */
const seldom = { ...patience, timeout: Math.max(patience.timeout, count * 500), interval: 3000 }

async function begin() {
  const { cloud, env } = await listeningCloud('google')
  const google = cloud as GoogleServer
  const server = await OneServer.start({ ...env, METRICS_TOKEN: token })
  const olivia = await makeOperator(server)
  await connectCloud(olivia, 'google', google)
  const folder = google.addFolder('Archive')
  google.addShortcut('Archive again', folder, folder)
  for (let at = 0; at < count; at++) google.addFile(`file ${at}.bin`, `content ${at}`, folder)
  google.addShortcut('Round', google.addFolder('Inner', folder), folder)
  return { google, server, olivia, folder }
}

/** Bytes that the process holds. */
async function memoryOf(server: OneServer): Promise<number> {
  const answer = await server.browser().fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())![1])
}

/** What the page of a copy says. */
async function shown(browser: Browser): Promise<{ copied: number; isOver: boolean }> {
  await browser.reload()
  const copied = Number(/([\d,]+) copied/.exec(browser.text())?.[1]?.replaceAll(',', ''))
  return { copied, isOver: browser.heading().startsWith('Copied') }
}

async function itemsIn(server: OneServer, room: string): Promise<{ name: string; version: number }[]> {
  const { kysely } = await server.database()
  return kysely
    .selectFrom('item')
    .innerJoin('item_version', 'item_version.item_guid', 'item.guid')
    .select(['item.name', 'item_version.number as version'])
    .where('item.room_guid', '=', room)
    .execute()
}

const hanging = { timeout: 2 * seldom.timeout }

test(
  'a folder of very many files arrives, each once, while it changes and leads in circles',
  hanging,
  async () => {
    const { google, server, olivia, folder } = await begin()
    let pages = 0
    google.faults.betweenPages = () => {
      pages++
      google.addFile(`late ${pages}.bin`, `late ${pages}`, folder)
    }
    const room = await copyIntoRoom(olivia, 'google', ['Archive'])
    const memory: number[] = []
    let last = 0
    await vi.waitFor(async () => {
      const before = (await itemsIn(server, room)).length
      const { copied, isOver } = await shown(olivia)
      // A folder is one of what was copied, too, and a file is there a moment before the page says so.
      expect(copied).toBeGreaterThanOrEqual(Math.max(last, before - 10))
      last = copied
      memory.push(await memoryOf(server))
      if (!isOver) throw new Error(`${copied} copied`)
    }, seldom)
    expect(pages).toBeGreaterThanOrEqual(Math.floor(count / 200))
    const items = await itemsIn(server, room)
    expect(new Set(items.map(({ version }) => version))).toEqual(new Set([1]))
    const names = new Set(items.map(({ name }) => name))
    expect(names.size).toBe(items.length)
    for (let at = 0; at < count; at++) expect(names.has(`file ${at}.bin`)).toBe(true)
    expect(olivia.text()).toContain('2 skipped')
    // What it holds after a quarter of the way is what it holds at the end, but for what a busy machine collects later.
    const quarter = memory[Math.floor(memory.length / 4)]!
    expect((memory.at(-1)! - quarter) / mebibyte).toBeLessThan(192)
  },
)

test('a copy of very many files that is cancelled ends, and nothing more is asked for', async () => {
  const { google, server, olivia } = await begin()
  const room = await copyIntoRoom(olivia, 'google', ['Archive'])
  await vi.waitFor(async () => expect((await shown(olivia)).copied).toBeGreaterThan(20), patience)
  await olivia.press('Cancel copying')
  await server.settle()
  const there = await itemsIn(server, room)
  google.requests.length = 0
  const { copied, isOver } = await shown(olivia)
  expect([isOver, copied >= there.length, copied < count]).toEqual([true, true, true])
  expect(await itemsIn(server, room)).toEqual(there)
  expect(google.requests).toEqual([])
})
