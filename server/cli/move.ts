import type { Command } from 'commander'
import { readTargetDatabase, type Config } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { copyObjects, type ObjectCounts } from '#server/operations/copy-objects.ts'
import { allRows, copyRows } from '#server/operations/copy-rows.ts'
import { fileSize } from '#server/rules/text/format.ts'
import type { Services } from '#server/services.ts'
import { readDiskStorage } from '#server/storage/disk/disk.ts'
import { answering, WrongUsage, type Answer } from './answer.ts'
import { configured, settings, withInstallation } from './installation.ts'
import { withProgress, type Progress } from './progress.ts'
import { openTarget } from './reach.ts'

/** `strongroom move-to-postgres` and `strongroom move-to-s3`. */
export function addMoveCommands(program: Command): void {
  const postgres = program
    .command('move-to-postgres')
    .description('copy all rows from SQLite into the empty PostgreSQL database that TO_DATABASE_URL names')
    .addHelpText(
      'after',
      `
Set TO_DATABASE_URL in the environment or in .env, where no other user of the machine can see its password.
Stop the server first. The SQLite file is not changed.

Example:
  TO_DATABASE_URL=postgres://user:password@host/strongroom strongroom move-to-postgres`,
    )
  answering(postgres, moveToPostgres)
  const s3 = program
    .command('move-to-s3')
    .description('copy all files from the data folder into the store that the S3_ variables name')
    .addHelpText(
      'after',
      `
Stop the server first. Files already in the store are compared, not copied again. The data folder keeps its files.

Example:
  S3_ENDPOINT=https://s3.example.com S3_BUCKET=strongroom … strongroom move-to-s3`,
    )
  answering(s3, moveToS3)
}

async function moveToPostgres(): Promise<Answer> {
  const url = target()
  if (configured().databaseUrl) {
    throw new WrongUsage(
      'DATABASE_URL is set: this installation already uses PostgreSQL. To copy from the SQLite file of the data folder, unset it and set TO_DATABASE_URL.',
    )
  }
  return withInstallation('owner', async ({ database, log }) => {
    const postgres = await openTarget(openDatabase({ url, log, isPatient: true }))
    try {
      const tables = await copyRows(database, postgres)
      const lines = [
        `${allRows(tables)} rows of ${Object.keys(tables).length} tables are in PostgreSQL, each table compared after copying.`,
        'Now set DATABASE_URL to the same address (and unset TO_DATABASE_URL), then start the server.',
        'The data folder still has the key and, without S3, the files. strongroom.db is no longer used: keep it until you’re sure.',
      ]
      return { lines, data: { tables } }
    } finally {
      await postgres.close()
    }
  })
}

function target(): string {
  const url = settings(readTargetDatabase)
  if (url) return url
  throw new WrongUsage(
    'Set TO_DATABASE_URL to the empty PostgreSQL database, like postgres://user:password@host:5432/strongroom.',
  )
}

async function moveToS3(): Promise<Answer> {
  if (!configured().s3) {
    throw new WrongUsage(
      'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to the store that the files move to.',
    )
  }
  const objects = await withProgress((progress) =>
    withInstallation('owner', (services, config) => copyAll(services, config, progress)),
  )
  return { lines: linesOf(objects), data: { objects }, hasFailed: objects.damaged.length > 0 }
}

function copyAll(
  { database, storage }: Services,
  { dataDir }: Config,
  progress: Progress,
): Promise<ObjectCounts> {
  return copyObjects({
    kysely: database.kysely,
    from: readDiskStorage(dataDir),
    to: storage,
    isVerified: true,
    onProgress: ({ count, bytes }) => progress.objects(count, bytes),
  })
}

function linesOf({ count, bytes, copied, copiedBytes, damaged }: ObjectCounts): string[] {
  const lines = [
    `${count} objects (${fileSize(bytes)}) are in the store, each compared with its SHA-256. Copied now: ${copied} (${fileSize(copiedBytes)}).`,
  ]
  if (damaged.length > 0) {
    lines.push(
      `${damaged.length} objects are missing or truncated in the data folder, and so could not be copied:`,
      ...damaged.map((guid) => `  ${guid}`),
      '"strongroom verify" says which files and shares are affected.',
    )
  }
  return [
    ...lines,
    'Leave the S3_ variables set and start the server. If one was running on PostgreSQL during the copy, stop it and run this command again first.',
    'When "strongroom verify" finds everything intact, you can delete the folder "objects" in the data folder.',
  ]
}
