import type { Command } from 'commander'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { KeyFile } from '#server/storage/keys/key-file.ts'
import { rotateKeys, type Rotated, type RotationStep } from '#server/storage/keys/key-rotation.ts'
import { keyUse } from '#server/storage/keys/key-use.ts'
import { answering, WrongUsage, type Answer } from './answer.ts'
import { configured, withInstallation } from './installation.ts'

/** `strongroom key …`: the installation's key. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description("manage the installation's key")
  addCheck(key)
  addRotate(key)
}

function addCheck(key: Command): void {
  const check = key
    .command('check')
    .description('open everything the keys wrap, and count it by key')
    .addHelpText(
      'after',
      `
The key wraps the keys of objects and small secrets, such as those of two-step verification. Keys are named by their
fingerprints, which reveal nothing of the key. Fails if something can't be opened.

Example:
  strongroom key check`,
    )
  answering(check, () => withInstallation('guest', checkKeys))
}

async function checkKeys({ database, keyRing }: Services): Promise<Answer> {
  const { keys, unopened } = await keyUse(database, keyRing)
  const lines = keys.map(({ fingerprint, objects, secrets }, index) => {
    const role = index === 0 ? 'wraps and opens' : 'opens'
    return `Key ${fingerprint} (${role}): ${objects} object keys, ${secrets} secrets`
  })
  return {
    lines: [...lines, ...unopenedLines(unopened)],
    data: { keys: keys.map((one, index) => ({ ...one, isFirst: index === 0 })), unopened },
    hasFailed: unopened.length > 0,
  }
}

function addRotate(key: Command): void {
  const rotate = key
    .command('rotate')
    .description('replace the key with a new one; the objects themselves don’t change')
    .option('--stopped', 'with PostgreSQL and a key file: no server is using this database')
    .addHelpText(
      'after',
      `
With secret.key in the data folder: stop the server, run this, start it again. A new key is created.
With SECRET_KEY: create a key (openssl rand -hex 32), keep it safe, set SECRET_KEY=new,old, run this, set SECRET_KEY=new.
If it’s interrupted, run it again to continue.

Example:
  strongroom key rotate`,
    )
  answering(rotate, async ({ stopped }: { stopped?: true }) => {
    const config = configured()
    refuse(config, stopped === true)
    // With servers that know both keys running, PostgreSQL can be used; SQLite has one process at a time.
    return withInstallation(config.databaseUrl ? 'guest' : 'owner', rotateAll)
  })
}

function refuse({ secretKeys, databaseUrl }: Config, isStopped: boolean): void {
  if (secretKeys.length === 1) {
    throw new WrongUsage(
      'SECRET_KEY contains one key. Create another (openssl rand -hex 32), keep it safe, set SECRET_KEY=new,old and run this again.',
    )
  }
  if (databaseUrl && secretKeys.length === 0 && !isStopped) {
    throw new WrongUsage(
      'A server using this PostgreSQL database wouldn’t know the new key. Stop all servers and add --stopped, or set SECRET_KEY=new,old for all of them.',
    )
  }
}

async function rotateAll({ database, keyRing: ring }: Services, config: Config): Promise<Answer> {
  const keyFile = config.secretKeys.length > 0 ? null : new KeyFile(config.dataDir)
  const rotated = await rotateKeys({ database, ring, keyFile, onStep: report })
  const hasFailed = rotated.unopened.length > 0
  return { lines: rotatedLines(rotated, keyFile), data: rotated, hasFailed }
}

function report(step: RotationStep, rewrapped: number): void {
  const more = step === 'batch rewrapped' ? `: ${rewrapped}` : ''
  process.stderr.write(`${step}${more}\n`)
}

function rotatedLines({ key, older, rewrapped, unopened }: Rotated, keyFile: KeyFile | null): string[] {
  const lines = [`Key ${key} wraps ${rewrapped} object keys and secrets now; none depends on an older key.`]
  if (unopened.length > 0) {
    return [...lines, ...unopenedLines(unopened), 'Until they are restored or removed, keep the older keys.']
  }
  const names = older.join(', ')
  if (keyFile) return [...lines, `${keyFile.path} now contains only the new key: copy it to a safe place.`]
  return [
    ...lines,
    `Now take the older key (${names}) out of SECRET_KEY everywhere, and start the servers again.`,
  ]
}

function unopenedLines(unopened: string[]): string[] {
  if (unopened.length === 0) return []
  const named = unopened.slice(0, 20).join(', ')
  const more = unopened.length > 20 ? ' …' : ''
  return [`${unopened.length} object keys or secrets open with no key: ${named}${more}`]
}
