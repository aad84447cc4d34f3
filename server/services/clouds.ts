import { CloudOrigins, noteOrigin } from '#server/clouds/checking/origins.ts'
import type { CloudConnections } from '#server/clouds/connections.ts'
import { CloudCopies } from '#server/clouds/copying/copies.ts'
import { CloudFetching } from '#server/clouds/copying/fetching.ts'
import type { Database } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Sharing } from './sharing.ts'

type CloudsDeps = {
  database: Database
  jobs: Jobs
  plans: Plans
  keyRing: KeyRing
  clock: () => number
  sharing: Omit<Sharing, 'own'>
  connections: CloudConnections
}

/** The services about cloud storage. */
export function openClouds({ sharing, connections, ...base }: CloudsDeps) {
  const { files, rooms, shares } = sharing
  const { clock } = base
  const arriving = { ...base, connections, uploads: files.uploads, resumable: files.resumable }
  const copies = new CloudCopies({
    ...arriving,
    onCopied: (tx, copied) => noteOrigin(tx, { ...copied, now: clock() }),
    adding: rooms.adding,
    itemFiles: rooms.itemFiles,
    versions: shares.versions,
  })
  return {
    connections,
    copies,
    fetching: new CloudFetching(arriving),
    origins: new CloudOrigins(arriving, copies),
  }
}
