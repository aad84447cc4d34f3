import type { Command } from 'commander'
import { fileSize } from '#server/rules/text/format.ts'
import type { Swept } from '#server/uploads/uploads.ts'
import { answering, type Answer } from './answer.ts'
import { withInstallation } from './installation.ts'

/** `strongroom gc`. */
export function addGcCommands(program: Command): void {
  const command = program
    .command('gc')
    .description('run the daily cleanup now: expired rows, and files and bytes that nothing uses')
    .option('--dry-run', 'show what would be removed, and remove nothing')
    .addHelpText('after', '\nExample:\n  strongroom gc --dry-run')
  answering(command, run)
}

async function run({ dryRun: isDryRun = false }: { dryRun?: boolean }): Promise<Answer> {
  return withInstallation('guest', async (services) => {
    if (isDryRun) {
      const swept = await services.files.uploads.inspect()
      const lines = [line('Would go', swept), ...miscounted(swept), ...leftAlone(swept)]
      return { lines, data: { isDryRun, ...swept } }
    }
    const ended = await services.sweep()
    const swept = await services.sweepStorage()
    const lines = [
      line('Removed', swept),
      `Unfinished writes removed: ${swept.unfinished}.`,
      `Expired rows removed (sign-ins, codes, old page images and the like): ${ended}.`,
      ...miscounted(swept),
      ...leftAlone(swept),
    ]
    return { lines, data: { isDryRun, ...swept, ended } }
  })
}

function line(verb: string, { files, objects, strays, bytes }: Swept): string {
  return `${verb}: ${files} files that were never shared, ${objects} objects that nothing refers to, ${strays} stored objects without a row; ${fileSize(bytes)} in all.`
}

function miscounted({ miscounted: count }: Swept): string[] {
  return count > 0 ? [`Accounts whose storage was miscounted: ${count}.`] : []
}

function leftAlone({ older }: Swept): string[] {
  if (older === 0) return []
  return [
    `Left alone: ${older} stored objects that are older than this database. Check that the settings name the right database and the right store.`,
  ]
}
