import type { Command } from 'commander'
import { openDatabase } from '#server/db/open.ts'
import { makeLog } from '#server/log.ts'
import type { ObjectCounts } from '#server/operations/copy-objects.ts'
import { allRows } from '#server/operations/copy-rows.ts'
import { restore, type RestoreReport } from '#server/operations/restore.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { openStorage } from '#server/storage/open.ts'
import { answering, type Answer } from './answer.ts'
import { configured, withInstallation } from './installation.ts'
import { heldIsUnreachable, openTarget } from './reach.ts'
import { withProgress } from './progress.ts'

/** `strongroom restore DIR`. */
export function addRestoreCommands(program: Command): void {
  const command = program
    .command('restore')
    .description('restore a backup into an empty data folder and database')
    .addHelpText('after', '\nExample:\n  strongroom restore /backups/strongroom')
    .argument('<dir>', 'the folder with the backup; it is left as it is')
    .option(
      '--send-waiting',
      'send emails that were waiting when the backup was created; otherwise they’re held',
    )
  answering(command, run)
}

async function run(folder: string, { sendWaiting = false }: { sendWaiting?: boolean }): Promise<Answer> {
  const config = configured()
  const log = makeLog('warn', process.stderr.fd)
  const report = await withProgress((progress) =>
    heldIsUnreachable(() =>
      restore(
        {
          config,
          log,
          clock: Date.now,
          sendWaiting,
          openTargetDatabase: async () =>
            config.databaseUrl
              ? openTarget(openDatabase({ url: config.databaseUrl, log, isPatient: true }))
              : null,
          openTargetStorage: () => openTarget(openStorage({ ...config, isAlone: true, log })),
          onProgress: ({ count, bytes }: ObjectCounts) => progress.objects(count, bytes),
        },
        folder,
      ),
    ),
  )
  // In what was restored, so that its record says where it goes on from.
  await withInstallation('guest', async () => {})
  return { lines: linesOf(report, config.dataDir, sendWaiting), data: { ...report, sendWaiting } }
}

const keys = {
  backup: 'The key came from the backup.',
  SECRET_KEY: 'SECRET_KEY opens every object; secret.key was not written.',
  'data folder': 'The key already in the data folder opens every object, and was kept.',
}

function linesOf(report: RestoreReport, dataDir: string, sendWaiting: boolean): string[] {
  const { tables, objects, madeAt, keyFrom, waitingEmails } = report
  const lines = [
    `Restored into ${dataDir}, as of ${new Date(madeAt).toISOString()}: ${allRows(tables)} rows and ${objects.count} objects (${fileSize(objects.bytes)}).`,
    keys[keyFrom],
  ]
  if (objects.damaged.length > 0)
    lines.push(
      `${objects.damaged.length} objects were already damaged when the backup was created, and are missing.`,
    )
  return [
    ...lines,
    ...linesOnLetters(waitingEmails, sendWaiting),
    'Start the server. "strongroom verify" reads everything once and reports whether it’s intact.',
  ]
}

function linesOnLetters(count: number, sendWaiting: boolean): string[] {
  if (count === 0) return ['No emails are waiting.']
  const waiting = `Emails waiting when the backup was created: ${count}.`
  if (sendWaiting) return [`${waiting} They’re sent as soon as the server runs.`]
  return [
    `${waiting} They’re held, since people may already have received them: "strongroom mail send-waiting" sends them, "strongroom mail drop-waiting" drops them.`,
  ]
}
