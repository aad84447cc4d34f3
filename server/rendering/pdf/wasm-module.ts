import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const PAGE_BYTES = 64 * 1024
const MEMORY_SECTION = 5

/** The heap one worker may grow to. Worker resource limits do not bound WebAssembly memory; this does. */
export const MAX_HEAP_BYTES = 512 * 1024 * 1024

let compiled: Promise<WebAssembly.Module> | null = null

/**
 * PDFium compiled once for all workers of this process, so that what V8 optimises for one is fast for the next; its
 * memory can never grow past MAX_HEAP_BYTES.
 */
export function compilePdfium(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    // A failed attempt, as when the disk was unavailable, is retried.
    compiled = null
    throw error
  })
  return compiled
}

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const binary = new Uint8Array(await readFile(path))
  limitMemory(binary, MAX_HEAP_BYTES / PAGE_BYTES)
  return WebAssembly.compile(binary)
}

/** Rewrites, in place, the maximum in the memory section of a WebAssembly binary. */
export function limitMemory(binary: Uint8Array, maximumPages: number): void {
  let at = 8
  function readNumber(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = binary[at++]
      if (byte === undefined) throw new Error('the WebAssembly binary ends too early')
      value += (byte & 127) * scale
      scale *= 128
      if (byte < 128) return value
    }
  }
  while (at < binary.length) {
    const section = binary[at++]
    const length = readNumber()
    const end = at + length
    if (section === MEMORY_SECTION) {
      readNumber() // how many memories: one
      const hasMaximum = (binary[at++]! & 1) === 1
      readNumber() // the minimum
      if (!hasMaximum) throw new Error('the WebAssembly memory has no maximum to rewrite')
      const start = at
      readNumber()
      return writeNumber(binary, start, at - start, maximumPages)
    }
    at = end
  }
  throw new Error('the WebAssembly binary has no memory section')
}

// The new number must fill exactly the bytes of the old one: padded LEB128 is valid.
function writeNumber(binary: Uint8Array, start: number, length: number, value: number): void {
  let rest = value
  for (let i = 0; i < length; i++) {
    binary[start + i] = (rest % 128) | (i < length - 1 ? 128 : 0)
    rest = Math.floor(rest / 128)
  }
  if (rest > 0) throw new Error('the maximum does not fit into the bytes of the old one')
}
