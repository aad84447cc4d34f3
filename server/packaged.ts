import { fileURLToPath } from 'node:url'

// In the bundle everything is beside build/server/index.js; in the sources beside this file.
const bundled = !import.meta.url.endsWith('.ts')

/** The folder with the program and its packages: what a separate process can read. */
export const programFolder = fileURLToPath(new URL(bundled ? '../../' : '../', import.meta.url))

/** The address of a worker thread's entry, by its path under server/ without extension: `db/sqlite-worker`. */
export function workerEntry(name: string): URL {
  return bundled
    ? new URL(`./${name.replaceAll('/', '-')}.js`, import.meta.url)
    : new URL(`./${name}.ts`, import.meta.url)
}

/** The file path of data that ships with the program, by its path under server/: `rendering/fonts`. */
export function packagedPath(name: string): string {
  return fileURLToPath(new URL(bundled ? `./files/${name}` : `./${name}`, import.meta.url))
}
