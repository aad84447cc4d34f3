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

function load(): typeof library {
  const found = createRequire(import.meta.url)('sharp') as typeof library
  found.concurrency(1)
  found.cache(false)
  // Formats that contain nothing but pixels. Others (SVG) name files and addresses, and are not even opened.
  found.block({ operation: ['VipsForeignLoad'] })
  found.unblock({
    operation: ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Tiff', 'Heif'].map((one) => `VipsForeignLoad${one}`),
  })
  return found
}
