import { isMarkedAsUntransferable } from 'node:worker_threads'

/** Bytes that can be handed to another thread: the same ones if they are a buffer's whole, else a copy. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  // Buffers made by native code, or cut from Node's shared pool, cannot be handed over.
  const isOwn =
    buffer instanceof ArrayBuffer &&
    bytes.byteLength === buffer.byteLength &&
    !isMarkedAsUntransferable(buffer)
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
