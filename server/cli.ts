import { Command, CommanderError } from 'commander'
import { exitCodes, fail, WrongUsage } from './cli/answer.ts'
import { addAuditCommands } from './cli/audit.ts'
import { addBackupCommands } from './cli/backup.ts'
import { addGcCommands } from './cli/gc.ts'
import { addKeyCommands } from './cli/key.ts'
import { addMailCommands } from './cli/mail.ts'
import { addMoveCommands } from './cli/move.ts'
import { addPlanCommands } from './cli/plans/plans.ts'
import { addRemoteCommands } from './cli/remote/remote.ts'
import { addRestoreCommands } from './cli/restore.ts'
import { addRoutesCommands } from './cli/routes.ts'
import { addTeamsCommands } from './cli/team.ts'
import { addSignupCodeCommands } from './cli/signup-codes.ts'
import { addUsersCommands } from './cli/users.ts'
import { addVerifyCommands } from './cli/verify.ts'
import { loadEnvFile } from './config.ts'
import { productName, productVersion } from './rules/product/product.ts'

const exits = `
Exit codes:
  0  done
  1  failed, or found a problem
  2  wrong usage
  3  the installation can't be reached: database, storage or mail server down, or in use by a running server

Settings come from the environment and from .env in the current folder, as for the server; "remote" needs none.`

/** Each adds its commands to the program. */
const families = [
  addUsersCommands,
  addTeamsCommands,
  addSignupCodeCommands,
  addPlanCommands,
  addMailCommands,
  addKeyCommands,
  addBackupCommands,
  addRestoreCommands,
  addVerifyCommands,
  addAuditCommands,
  addGcCommands,
  addMoveCommands,
  addRoutesCommands,
  addRemoteCommands,
]

async function main(): Promise<void> {
  // A reader that has seen enough, as in `strongroom user list | head`, is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  const program = new Command('strongroom')
    .description(`Manages an installation of ${productName}.`)
    .version(productVersion)
    .addHelpText('after', exits)
    .showHelpAfterError('(--help says more)')
    .exitOverride()
  for (const add of families) add(program)
  try {
    // The settings of an installation that happens to be here are none of a person's on another server.
    if (process.argv[2] !== 'remote') loadEnvFile()
    await program.parseAsync()
  } catch (error) {
    end(error)
  }
}

function end(error: unknown): void {
  if (!(error instanceof CommanderError)) return fail(error, isJson())
  // Help and version are answers; errors have been written to stderr already.
  if (error.exitCode === 0) return
  if (isJson()) fail(new WrongUsage(error.message.replace(/^error: /, '')), true)
  process.exitCode = exitCodes.wrongUsage
}

function isJson(): boolean {
  return process.argv.includes('--json')
}

await main()
