import { Worker } from 'node:worker_threads'
import { workerEntry } from '#server/packaged.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { isEncrypted } from '#server/converting/packages/encrypted.ts'
import type { RewriteRequest, Reply } from './messages.ts'

type Limits = {
  /** How long it can take, in milliseconds. */
  time: number
  /** Megabytes of the thread's heap. */
  memory?: number
}

const standardMemory = 256

/**
 * Rewrites a document as the file `to`, without anything in it that refers to a file, a server or a program outside of
 * it: a program that opens that has nothing to follow. Hyperlinks to the web stay, since nothing happens until someone
 * follows one.
 *
 * Encrypted documents cannot be inspected and are refused: a caller with the password decrypts first, and checks the
 * result. Throws ConversionFailed if the document is encrypted, broken or too large when unpacked, and other errors if
 * the disk or the thread failed.
 */
export async function dropReferences(
  request: RewriteRequest,
  { time, memory = standardMemory }: Limits,
): Promise<void> {
  if (await isEncrypted(request.from)) throw new ConversionFailed('password')
  const reply = await answerOf(request, time, memory)
  if (reply !== 'done') throw new ConversionFailed(reply.reason, reply.message)
}

/** In a separate thread: what takes long, or all of its memory, takes no one else's. */
async function answerOf(request: RewriteRequest, time: number, memory: number): Promise<Reply> {
  const worker = new Worker(workerEntry('converting/references/references-worker'), {
    workerData: request,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memory },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const timer = setTimeout(() => resolve({ reason: 'timeout', message: 'looking for references' }), time)
  worker.on('message', resolve)
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ reason: 'memory', message: error.message })
    else reject(error)
  })
  worker.on('exit', (code) => reject(new Error(`The thread that looks for references ended with ${code}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
