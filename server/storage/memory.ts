/** What is smaller is left to the collector: it may be a part of memory that others use. */
const smallest = 16 * 1024

/**
 * Gives the memory of a buffer back at once, where all of it is the buffer's own; it is empty afterwards. The
 * collector lets hundreds of megabytes of such buffers come together before it looks at them, and looking is dear.
 */
export function releaseMemory({ buffer, byteLength }: Uint8Array): void {
  const isItsOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  if (isItsOwn && byteLength >= smallest) buffer.transfer(0)
}
