// Run by kill.test.ts in a process of its own: writes rows without end, and names each that was acknowledged.
import { once } from 'node:events'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'

const log = pino({ level: 'silent' })
const database = await openDatabase({ url: `sqlite:${process.argv[2]}`, log })

async function writeWithoutEnd(writer: number): Promise<never> {
  for (let number = 0; ; number++) {
    const key = `${writer}-${number}`
    const row = { key, count: 1, window_ends_at: 0 }
    if (writer % 2 === 0) await database.kysely.insertInto('rate').values(row).execute()
    else await database.transaction((tx) => tx.insertInto('rate').values(row).execute())
    // A reader that is slow fills the pipe: wait for room, as for any stream.
    if (!process.stdout.write(`${key}\n`)) await once(process.stdout, 'drain')
  }
}

await Promise.all([0, 1, 2, 3].map(writeWithoutEnd))
