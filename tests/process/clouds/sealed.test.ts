import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OneServer } from '#tests/process/faults/one-server.ts'
import { answerOf } from '#tests/process/operating/run-command.ts'
import { makePlace } from '#tests/process/operating/place.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { connectCloud, copyIntoRoom, listeningCloud } from './cloud-settings.ts'

const message = 'The number of the vault is engraved on the third key.'
const recipient = 'rita.reader@example.net'

/** The bytes of every file below a folder, by its path. */
async function bytesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)))
}

/** As someone would write it down: plainly, as SQLite and JSON have it, and as base64. */
function waysToWrite(secret: string): Buffer[] {
  const bytes = Buffer.from(secret)
  const inBase64 = [0, 1, 2].map((shift) =>
    // Wherever it begins in what was encoded, this much of it is the same.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [bytes, Buffer.from(secret, 'utf16le'), ...inBase64.map((text) => Buffer.from(text))]
}

test('tokens, and forms that wait for files, are nowhere in plain: data folder, backup, export, log', async () => {
  const { cloud, env } = await listeningCloud('box')
  const server = await OneServer.start({ ...env, LOG_LEVEL: 'trace' })
  const olivia = await makeOperator(server)
  await connectCloud(olivia, 'box', cloud)
  cloud.addFile('plan.txt', 'the plan')
  await copyIntoRoom(olivia, 'box', ['plan.txt'])
  await server.settle()
  // Renewed, refused, and failing on the way.
  cloud.endAccess()
  cloud.faults.failing = 1
  await olivia.open('/share')
  await olivia.fill('Message', message).fill('People', recipient).press(/^Box/)
  await olivia.reload()
  expect(olivia.heading()).toBe('Choose from Box')
  const exported = await (await olivia.fetch('/setting/export')).text()
  expect(exported).toContain('anna@cloud.example')

  const place = await makePlace()
  const copy = path.join(place, 'copy')
  await answerOf({ DATA_DIR: server.dataDir }, 'backup', copy)
  await server.process.kill('SIGTERM')
  const written = new Map([
    ...(await bytesBelow(server.dataDir)),
    ...(await bytesBelow(copy)),
    ['the log', Buffer.from(server.process.log.join('\n'))],
    ['the export', Buffer.from(exported)],
  ])
  expect([...written.keys()].filter((file) => file.endsWith('strongroom.db'))).toHaveLength(2)
  expect(server.process.log.length).toBeGreaterThan(10)
  expect(cloud.secrets.length).toBeGreaterThan(3)
  // That it would be found if it were there.
  expect([...written].some(([, bytes]) => bytes.includes('anna@cloud.example'))).toBe(true)
  for (const secret of [...cloud.secrets, message, recipient, cloud.config.clientSecret])
    for (const [file, bytes] of written)
      for (const way of waysToWrite(secret)) expect(bytes.includes(way), `${secret} in ${file}`).toBe(false)
})
