/** Anything smaller is left to the garbage collector: it may be part of memory that others use. */
const smallest = 16 * 1024

/**
 * Releases the memory of a buffer immediately, if all of it is the buffer's own; it is empty afterwards. The garbage
 * collector lets hundreds of megabytes of such buffers accumulate before it runs, and running is expensive.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  const isItsOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  if (isItsOwn && byteLength >= smallest) buffer.transfer(0)
}
