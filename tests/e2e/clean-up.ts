import { rmSync } from 'node:fs'

/** Removes the data folder of the run, in which servers that end a moment later may still write. */
export default function cleanUp(): void {
  const folder = process.env['E2E_DATA_DIR']
  if (folder?.includes('strongroom-e2e-')) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
