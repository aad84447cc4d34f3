import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig, type Config } from '#server/config.ts'
import { makeLog } from '#server/log.ts'
import { openServices, type Services } from '#server/services.ts'
import { Unreachable, WrongUsage, wordsOf } from './answer.ts'

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
    return await work(services, config)
  } finally {
    await services.close()
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
    throw new WrongUsage(wordsOf(error), { cause: error })
  }
}

async function open(role: Role, config: Config): Promise<Services> {
  requireInstallation(config)
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel
  try {
    const log = makeLog(level, process.stderr.fd)
    return await openServices(config, Date.now, log, { as: role === 'guest' ? 'guest' : 'server' })
  } catch (error) {
    throw new Unreachable(wordsOf(error), { cause: error })
  }
}

/** A command in a wrong folder must not create a new installation there. Throws Unreachable. */
export function requireInstallation({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'strongroom.db'))) return
  throw new Unreachable(
    `There is no installation in ${dataDir}. Set DATA_DIR to its folder, or start the server once to create one.`,
  )
}
