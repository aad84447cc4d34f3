import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { InstallationKey } from './installation-key.ts'

export const keyFileName = 'secret.key'

/** The file of the installation's keys: one key per line, the first wraps, each opens. Only its owner can read it. */
export class KeyFile {
  readonly path: string

  constructor(dataDir: string) {
    this.path = path.join(dataDir, keyFileName)
  }

  get exists(): boolean {
    return existsSync(this.path)
  }

  /** Throws an error in the operator's words if others can read the file, or it contains anything but keys. */
  read(): InstallationKey[] {
    const { mode } = statSync(this.path)
    if (mode & 0o077) {
      const octal = (mode & 0o777).toString(8)
      throw new Error(
        `${this.path} can be read by others on this machine (mode ${octal}). Run: chmod 600 ${this.path}`,
      )
    }
    const lines = readFileSync(this.path, 'utf8')
      .trim()
      .split(/\s*\n\s*/)
    return lines.map((line) => {
      if (!/^[0-9a-f]{64}$/i.test(line)) {
        throw new Error(`${this.path} must contain 32 bytes as 64 hexadecimal characters, one key per line.`)
      }
      return new InstallationKey(Buffer.from(line, 'hex'))
    })
  }

  /** Creates the file with a new key. Of two processes that start together, both read the key of the first. */
  make(): void {
    const temporary = this.#writeBeside([InstallationKey.make()])
    try {
      // A link never replaces.
      linkSync(temporary, this.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(temporary, { force: true })
    }
    syncFolder(path.dirname(this.path))
  }

  /** Replaces the file: a reader finds the old keys or the new ones, even after a power cut. */
  replace(keys: readonly InstallationKey[]): void {
    const temporary = this.#writeBeside(keys)
    try {
      renameSync(temporary, this.path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
    syncFolder(path.dirname(this.path))
  }

  /** Removes what an interrupted `replace` left: keys with which nothing was wrapped. */
  tidy(): void {
    const folder = path.dirname(this.path)
    const isLeft = (name: string) => name.startsWith(`${keyFileName}.`) && /\.[0-9a-f]{12}$/.test(name)
    for (const name of readdirSync(folder).filter(isLeft)) rmSync(path.join(folder, name), { force: true })
  }

  #writeBeside(keys: readonly InstallationKey[]): string {
    const temporary = `${this.path}.${randomBytes(6).toString('hex')}`
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(handle, keys.map((key) => `${key.text()}\n`).join(''))
      fsyncSync(handle)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    } finally {
      closeSync(handle)
    }
    return temporary
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
