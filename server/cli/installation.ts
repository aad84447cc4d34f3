import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { makeLog } from '#server/log.ts'
import { openServices, type Services } from '#server/services.ts'
import { recordCommand } from '#server/operations/console/commands.ts'
import { runningCommand, Unreachable, WrongUsage, errorText } from './answer.ts'

/**
 * How a command uses the installation. A guest works beside a running server and changes no tables; an owner has
 * exclusive use, which on SQLite is refused while a server runs.
 */
export type Role = 'guest' | 'owner'

/** Opens the services for `work`, and closes them in any case. Throws Unreachable, WrongUsage, what `work` throws. */
export async function withInstallation<T>(
  role: Role,
  work: (services: Services, config: Config) => Promise<T>,
): Promise<T> {
  const config = configured()
  const services = await open(role, config)
  try {
    await record(services)
    return await work(services, config)
  } finally {
    await services.close()
  }
}

/** The commands that only look, and at nothing that belongs to people. */
const looking = new Set(['audit key', 'audit verify', 'key check', 'verify'])

/**
 * Puts the command on the installation's record before it does anything, with who is signed in to this machine. One
 * that cannot be recorded is done all the same: it may be what makes room on the disk.
 */
async function record({ events }: Services): Promise<void> {
  const command = runningCommand()
  if (looking.has(command)) return
  try {
    await recordCommand(events, { command, given: process.argv.slice(2).join(' '), by: machineUser() })
  } catch (error) {
    process.stderr.write(`This command could not be put on record: ${errorText(error)}\n`)
  }
}

function machineUser(): string {
  try {
    return userInfo().username
  } catch {
    // A container's user may have no name.
    return String(process.getuid?.() ?? '')
  }
}

/** The settings of the installation, for a command that needs nothing else. Throws WrongUsage. */
export function configured(): Config {
  return settings(readConfig)
}

/** Reads the environment; a value that makes no sense is wrong usage. */
export function settings<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new WrongUsage(errorText(error), { cause: error })
  }
}

async function open(role: Role, config: Config): Promise<Services> {
  requireInstallation(config)
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel
  try {
    const log = makeLog(level, process.stderr.fd)
    return await openServices(config, Date.now, log, { as: role === 'guest' ? 'guest' : 'server' })
  } catch (error) {
    throw new Unreachable(errorText(error), { cause: error })
  }
}

/** A command in a wrong folder must not create a new installation there. Throws Unreachable. */
export function requireInstallation({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'strongroom.db'))) return
  throw new Unreachable(
    `There is no installation in ${dataDir}. Set DATA_DIR to its folder, or start the server once to create one.`,
  )
}
