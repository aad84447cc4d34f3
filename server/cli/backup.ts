import type { Command } from 'commander'
import { backUp, type BackupReport } from '#server/operations/backup.ts'
import { isInside } from '#server/operations/backup-folder.ts'
import type { ObjectCounts } from '#server/operations/copy-objects.ts'
import { allRows } from '#server/operations/copy-rows.ts'
import type { OperationEnd } from '#server/operations/console/runs.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { answering, type Answer } from './answer.ts'
import { withInstallation } from './installation.ts'
import { withProgress } from './progress.ts'
import { heldIsUnreachable } from './reach.ts'

/** `strongroom backup DIR`. */
export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('back up database, files and key to a folder; the server can keep running')
    .addHelpText('after', '\nExample:\n  strongroom backup /backups/strongroom')
    .argument('<dir>', 'an empty folder, or one with an earlier backup: then only what is new is copied')
    .option('--without-key', 'leave the key out, to keep it elsewhere')
  answering(backup, (folder: string, options: { withoutKey?: boolean }) => run(folder, options))
}

async function run(folder: string, { withoutKey = false }: { withoutKey?: boolean }): Promise<Answer> {
  const report = await withProgress((progress) =>
    heldIsUnreachable(() =>
      withInstallation('guest', async (services, config) => {
        if (await isInside(folder, config.dataDir)) {
          process.stderr.write(
            `${folder} is inside the data folder: whatever destroys that destroys the backup too. Choose a folder on another disk.\n`,
          )
        }
        const onProgress = ({ count, bytes }: ObjectCounts): void => progress.objects(count, bytes)
        return services.operator.runs.noting(
          'backup',
          () => backUp(services, folder, { withoutKey, onProgress }),
          endOf,
        )
      }),
    ),
  )
  return { ...endOf(report), data: report }
}

function endOf(report: BackupReport): OperationEnd {
  return { lines: linesOf(report), hasFailed: report.objects.damaged.length > 0 }
}

function linesOf({ folder, tables, objects, removed, hasKey }: BackupReport): string[] {
  const lines = [
    `The backup is in ${folder}: ${allRows(tables)} rows and ${objects.count} objects (${fileSize(objects.bytes)}).`,
    `Copied: ${objects.copied} objects (${fileSize(objects.copiedBytes)}). Removed, because they no longer exist: ${removed}.`,
    hasKey
      ? 'It contains the key: anyone who has this folder can read every file.'
      : 'It doesn’t contain the key, and without the key no one can read its files. Keep the key somewhere else.',
  ]
  if (objects.damaged.length > 0) {
    lines.push(
      `${objects.damaged.length} objects are damaged in the installation itself, and so are not in the backup:`,
      ...objects.damaged.map((guid) => `  ${guid}`),
      'Everything else is. "strongroom verify" says which files and shares are affected.',
    )
  }
  return lines
}
