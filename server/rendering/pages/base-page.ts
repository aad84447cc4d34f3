import { deflateSync, inflateSync } from 'node:zlib'
import { grey4RowBytes, packGrey, packLineArt, toGrey, toRgb } from './page-pixels.ts'
import { isShaded } from './shading.ts'
import { RenderError, type BasePage } from '#server/rendering/types.ts'

/**
 * Layout: version (1 byte), mode (1 byte), width, height (4 bytes each, big endian), then one zlib stream of rows.
 * grey4: each row a zero byte and 4-bit samples, the very scanlines of a PNG, so that a page without a watermark is a
 * PNG without being inflated. grey8: one byte per pixel, for photographs and scans. rgb: three bytes per pixel.
 */
export type PageMode = 'grey4' | 'grey8' | 'rgb'
export type DecodedPage = { mode: PageMode; width: number; height: number; pixels: Buffer }
export type PageHeader = { mode: PageMode; width: number; height: number; deflated: Uint8Array }

/** A grey page whose scanlines deflate to more than this is a noisy scan: smaller in 256 greys, as a JPEG. */
export const MAX_LINE_ART_BYTES = 350 * 1024

const VERSION = 1
const HEADER_BYTES = 10
const MODES: readonly PageMode[] = ['grey4', 'grey8', 'rgb']

/** Stores raw pixels as a base page: four bytes per pixel (red, green, blue, one to ignore) or one (grey). */
export function encodeBasePage(pixels: Uint8Array, width: number, height: number): BasePage {
  const isGrey = pixels.length === width * height
  const rows = isGrey ? packGrey(pixels, width, height) : packLineArt(pixels, width, height)
  if (!rows) return withHeader('rgb', width, height, toRgb(pixels))
  if (!isShaded(pixels, width, height, isGrey ? { stride: 1, offset: 0 } : { stride: 4, offset: 1 })) {
    const lineArt = withHeader('grey4', width, height, rows)
    if (lineArt.length <= MAX_LINE_ART_BYTES) return lineArt
  }
  return withHeader('grey8', width, height, isGrey ? pixels : toGrey(pixels))
}

/** The header and the still deflated rows; throws RenderError 'corrupt' if the bytes are not a base page. */
export function readBasePage(base: BasePage): PageHeader {
  const view = new DataView(base.buffer, base.byteOffset, base.byteLength)
  const mode = base.length > HEADER_BYTES && base[0] === VERSION ? MODES[base[1]!] : undefined
  if (!mode) throw new RenderError('corrupt', 'these bytes are no base page')
  return { mode, width: view.getUint32(2), height: view.getUint32(6), deflated: base.subarray(HEADER_BYTES) }
}

export function decodeBasePage(header: PageHeader): DecodedPage {
  const { mode, width, height } = header
  const rowBytes = mode === 'grey4' ? grey4RowBytes(width) : mode === 'grey8' ? width : width * 3
  const expected = rowBytes * height
  const pixels = inflateSync(header.deflated, { chunkSize: expected + 64, maxOutputLength: expected + 64 })
  if (pixels.length !== expected) throw new RenderError('corrupt', 'the base page has another length')
  return { mode, width, height, pixels }
}

function withHeader(mode: PageMode, width: number, height: number, rows: Uint8Array): BasePage {
  const deflated = deflateSync(rows, { level: 1, memLevel: 9, chunkSize: 256 * 1024 })
  const base = new Uint8Array(HEADER_BYTES + deflated.length)
  const view = new DataView(base.buffer)
  base[0] = VERSION
  base[1] = MODES.indexOf(mode)
  view.setUint32(2, width)
  view.setUint32(6, height)
  base.set(deflated, HEADER_BYTES)
  return base
}
