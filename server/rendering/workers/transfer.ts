import { isMarkedAsUntransferable } from 'node:worker_threads'

/** Bytes that can be transferred to another thread: the same ones if they are a whole buffer, else a copy. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  // Buffers created by native code, or cut from Node's shared pool, cannot be transferred.
  const isOwn =
    buffer instanceof ArrayBuffer &&
    bytes.byteLength === buffer.byteLength &&
    !isMarkedAsUntransferable(buffer)
  return isOwn ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}
