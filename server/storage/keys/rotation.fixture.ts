// Run by key-rotation.test.ts in a process of its own: changes the key, and is killed right after a given step.
import path from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { KeyFile } from './key-file.ts'
import { rotateKeys } from './key-rotation.ts'
import { openKeys } from './open-keys.ts'

const [dataDir = '', stepsToLive = ''] = process.argv.slice(2)
const url = `sqlite:${path.join(dataDir, 'strongroom.db')}`
const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
const ring = await openKeys({ database, dataDir, secretKeys: [] })
let steps = 0
await rotateKeys({
  database,
  ring,
  keyFile: new KeyFile(dataDir),
  batchSize: 2,
  onStep() {
    steps += 1
    if (steps === Number(stepsToLive)) process.kill(process.pid, 'SIGKILL')
  },
})
await database.close()
