import { parentPort, workerData } from 'node:worker_threads'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { rewrittenDocument } from './document.ts'
import type { RewriteRequest, Reply } from './messages.ts'

const { from, to, ending } = workerData as RewriteRequest

/** One document in, the same without its external references out. */
rewrittenDocument(from, to, ending)
  .then(() => 'done' as const)
  .catch((error: unknown) => {
    if (error instanceof ConversionFailed) return { reason: error.reason, message: error.message }
    throw error
  })
  .then((reply: Reply) => parentPort!.postMessage(reply))
