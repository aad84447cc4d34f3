import { createHash } from 'node:crypto'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { cloudNames } from '#server/rules/files/clouds.ts'
import { Dice } from '#tests/process/faults/dice.ts'
import { KilledServer } from '#tests/process/faults/killed-server.ts'
import { budget, oneOf, seed } from '#tests/support/world/budget.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { connectCloud, copyIntoRoom, listeningCloud } from './cloud-settings.ts'

const mebibyte = 1024 * 1024
/** What arrived is durable after each of these. */
const part = 5 * mebibyte

function rowsIn<Row>(server: KilledServer, statement: string): Row[] {
  const database = new Sqlite(path.join(server.dataDir, 'strongroom.db'), { readonly: true })
  try {
    return database.prepare(statement).all() as Row[]
  } finally {
    database.close()
  }
}

/** How much of each file is safe here, by its name. */
function receivedIn(server: KilledServer): { name: string; received: number }[] {
  return rowsIn(
    server,
    `select cloud_copy_item.name, upload.received from cloud_copy_item
      join upload on upload.guid = cloud_copy_item.upload_guid`,
  )
}

test.each(oneOf(cloudNames, 0))(
  'a copy from %s whose server is killed again and again goes on by range, and each file arrives once',
  async (name) => {
    const { cloud, env } = await listeningCloud(name)
    const server = await KilledServer.start(env)
    const olivia = await makeOperator(server)
    await connectCloud(olivia, name, cloud)
    const dice = new Dice(seed)
    const folder = cloud.addFolder('Deal')
    const inner = cloud.addFolder('Deeper', folder)
    const files = new Map<string, Buffer>()
    for (const [at, size] of [12, 7, 2, 1, 0.1, 0.1].entries()) {
      const content = dice.text(size * mebibyte)
      files.set(`file ${at}.txt`, content)
      cloud.addFile(`file ${at}.txt`, content, at % 2 === 0 ? folder : inner)
    }
    cloud.faults.stuck = { times: 1, after: 6 * mebibyte }
    await copyIntoRoom(olivia, name, ['Deal'])

    const killAndStart = async () => {
      cloud.faults.eachMoment = null
      await server.kill()
      const safe = receivedIn(server)
      cloud.downloads.length = 0
      await server.startAgain()
      return safe
    }
    const expectByRange = (safe: { name: string; received: number }[]) => {
      for (const { name: file, from } of cloud.downloads)
        expect(from, file).toBeGreaterThanOrEqual(safe.find((one) => one.name === file)?.received ?? 0)
    }

    // The first time, in the middle of a file of which something is safe.
    await vi.waitFor(
      () => expect(receivedIn(server).map(({ received }) => received)).toContain(part),
      patience,
    )
    let safe = await killAndStart()
    for (let kills = budget({ some: 1, all: 10 }); kills > 0; kills--) {
      let moments = dice.below(60)
      const isOver = vi.waitFor(async () => {
        if (moments < 0) return
        await olivia.reload()
        expect(olivia.heading()).toMatch(/^Copied/)
      }, patience)
      const isThere = new Promise<void>((resolve) => {
        cloud.faults.eachMoment = () => void (moments-- === 0 && resolve())
      })
      await Promise.race([isThere, isOver])
      expectByRange(safe)
      safe = await killAndStart()
    }
    await vi.waitFor(async () => {
      await olivia.reload()
      expect(olivia.heading()).toMatch(/^Copied from/)
    }, patience)
    expectByRange(safe)

    expect(olivia.text()).toContain('8 copied')
    const items = rowsIn<{ guid: string; name: string; versions: number }>(
      server,
      `select item.guid, item.name, count(*) as versions from item
        join item_version on item_version.item_guid = item.guid group by item.guid, item.name order by item.name`,
    )
    expect(items.map(({ name: file, versions }) => [file, versions])).toEqual(
      [...files.keys()].map((file) => [file, 1]),
    )
    for (const { guid, name: file } of items) {
      const bytes = await (await olivia.fetch(`/view/${guid}/download`)).bytes()
      expect(createHash('sha256').update(bytes).digest('hex'), file).toBe(
        createHash('sha256').update(files.get(file)!).digest('hex'),
      )
    }
  },
)
