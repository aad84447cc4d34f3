import type { Command } from 'commander'
import { verifyEnd } from '#server/operations/console/report-lines.ts'
import { readManifest } from '#server/operations/manifest.ts'
import { verify } from '#server/operations/verify.ts'
import { answering, type Answer } from './answer.ts'
import { withInstallation } from './installation.ts'
import { withProgress } from './progress.ts'

/** `strongroom verify`. */
export function addVerifyCommands(program: Command): void {
  const command = program
    .command('verify')
    .description('read every file and the whole audit log, and report whether all is intact')
    .addHelpText('after', '\nExample:\n  strongroom verify --quick')
    .option(
      '--quick',
      'read the audit log, but of every file only check that it exists and has the right length',
    )
  answering(command, run)
}

async function run({ quick: isQuick = false }: { quick?: boolean }): Promise<Answer> {
  const report = await withProgress((progress) =>
    withInstallation('guest', async (services, { dataDir }) => {
      const work = () =>
        verify(services, {
          isQuick,
          onProgress: ({ checked, bytes }) => progress.objects(checked, bytes),
        })
      // A backup stays as it was made: its manifest has the hash of its database.
      if (await readManifest(dataDir)) return work()
      return services.operator.runs.noting('verify', work, (report) => verifyEnd(report, isQuick))
    }),
  )
  return { ...verifyEnd(report, isQuick), data: report }
}
