import type { Readable } from 'node:stream'
import { releaseMemory } from '#server/storage/memory.ts'

/**
 * Passes every chunk of a stream to `take`, which answers true or a promise to wait for before the next. A chunk's memory
 * is released as soon as `take` returns: it keeps a copy at most. Rejects with what `take` threw, or, once the last chunk
 * was taken, if the stream ends prematurely. The stream is left paused then, not destroyed: its owner decides what happens
 * to the rest. (By events, since asynchronous iteration joins chunks by copying them.)
 */
export function consume(stream: Readable, take: (chunk: Buffer) => true | Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let lastRoom: true | Promise<void> = true
    const leave = (): void => {
      stream.off('data', onData)
      stream.off('end', onEnd)
      stream.off('error', fail)
      stream.off('close', onClose)
    }
    const fail = (error: unknown): void => {
      leave()
      stream.pause()
      resolve(failAfter(lastRoom, error))
    }
    // A paused stream still reports its end: the last chunk may not be done.
    const onEnd = (): void => {
      leave()
      if (lastRoom === true) resolve()
      else lastRoom.then(resolve, reject)
    }
    const onClose = (): void => fail(new Error('The stream was closed before its end'))
    const onData = (chunk: Buffer): void => {
      try {
        const room = (lastRoom = take(chunk))
        releaseMemory(chunk)
        if (room === true) return
        stream.pause()
        room.then(() => stream.resume(), fail)
      } catch (error) {
        fail(error)
      }
    }
    if (stream.destroyed) return onClose()
    stream.on('error', fail)
    stream.on('close', onClose)
    stream.on('end', onEnd)
    stream.on('data', onData)
    stream.resume()
  })
}

/** Whoever notes how far it is must not do so in the middle of a chunk. */
async function failAfter(lastRoom: true | Promise<void>, error: unknown): Promise<never> {
  await lastRoom
  throw error
}
