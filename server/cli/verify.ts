import type { Command } from 'commander'
import { damageLine } from '#server/operations/damage.ts'
import { verify, type VerifyReport } from '#server/operations/verify.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { answering, type Answer } from './answer.ts'
import { auditLines } from './audit.ts'
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
    withInstallation('guest', (services) =>
      verify(services, {
        isQuick,
        onProgress: ({ checked, bytes }) => progress.objects(checked, bytes),
      }),
    ),
  )
  return { lines: linesOf(report, isQuick), data: report, hasFailed: report.damage.length > 0 }
}

function linesOf({ objects, damage, ...audit }: VerifyReport, isQuick: boolean): string[] {
  const { checked, bytes, withoutHash, locked, lockedWithoutHash, strays } = objects
  const lines = damage.map(damageLine)
  const sized = `${checked} objects (${fileSize(bytes)})`
  lines.push(isQuick ? `${sized} checked for presence and length; none was read.` : `${sized} were read.`)
  if (withoutHash > 0 && !isQuick)
    lines.push(`${withoutHash} of them have no SHA-256 yet: their seals and their CRC-32 were checked.`)
  if (locked > 0 && !isQuick) lines.push(lockedLine(locked, lockedWithoutHash))
  if (strays > 0)
    lines.push(`${strays} stored objects belong to nothing: running uploads, or leftovers that gc removes.`)
  lines.push(...auditLines(audit))
  lines.push(damage.length === 0 ? 'Everything is intact.' : `Damaged: ${damage.length}.`)
  return lines
}

function lockedLine(locked: number, withoutHash: number): string {
  const compared = `${locked} of them are locked with passkeys and can’t be opened here: their sealed bytes were compared with the SHA-256 taken after they were locked`
  return withoutHash > 0 ? `${compared}, which ${withoutHash} do not have yet.` : `${compared}.`
}
