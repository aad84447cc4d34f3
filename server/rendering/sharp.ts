import { createRequire } from 'node:module'
import type library from 'sharp'
import type { Sharp, SharpInput, SharpOptions } from 'sharp'

let loaded: typeof library | null = null

/**
 * sharp. It is loaded with the first picture: what shows none, as most commands and a server's other threads, starts
 * sooner and with 20 MB less.
 */
export function sharp(options: SharpOptions): Sharp
export function sharp(input: SharpInput | SharpInput[], options?: SharpOptions): Sharp
export function sharp(input: SharpOptions | SharpInput | SharpInput[], options?: SharpOptions): Sharp {
  loaded ??= load()
  return loaded(input as SharpInput, options)
}

const drawings = { operation: ['VipsForeignLoadSvg'] }

/** Lets `work` open drawings in SVG. Only for what safe-svg wrote, where nothing else is opened at the same time. */
export async function withDrawings<Value>(work: () => Promise<Value>): Promise<Value> {
  loaded ??= load()
  loaded.unblock(drawings)
  try {
    return await work()
  } finally {
    loaded.block(drawings)
  }
}

function load(): typeof library {
  const found = createRequire(import.meta.url)('sharp') as typeof library
  found.concurrency(1)
  found.cache(false)
  // Formats that contain nothing but pixels. Others (SVG) name files and addresses, and are not even opened, except what
  // we have written ourselves (withDrawings).
  found.block({ operation: ['VipsForeignLoad'] })
  found.unblock({
    operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Tiff', 'Heif'].map((one) => `VipsForeignLoad${one}`),
  })
  return found
}
