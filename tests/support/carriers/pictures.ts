import { gzipSync } from 'node:zlib'
import { plain } from './addresses.ts'

/** An SVG picture that shows what is at an address, in whichever way. */
export function svgOf(address: string): string {
  const target = plain(address)
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80"><image width="80" height="80" xlink:href="${target}"/><image width="80" height="80" href="${target}"/></svg>`
}

/** An SVG picture that has another one written out in it, which shows what is at an address. */
export function svgInSvg(address: string): string {
  return svgOf(`data:image/png;base64,${Buffer.from(svgOf(address)).toString('base64')}`)
}

/** The same picture in forms that are not told by their first letters. */
export const disguises: Readonly<Record<string, (address: string) => Buffer>> = {
  plain: (address) => Buffer.from(svgOf(address)),
  packed: (address) => gzipSync(svgOf(address)),
  'in UTF-16': (address) => Buffer.from(`\ufeff${svgOf(address)}`, 'utf16le'),
  'in another picture': (address) => Buffer.from(svgInSvg(address)),
  'with a declaration': (address) =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${plain(address)}">]>${svgOf('').replaceAll('href=""', 'href="&a;"')}`,
    ),
  'with another prefix': (address) => Buffer.from(svgOf(address).replaceAll('xlink', 'other')),
  'in a drawing': (address) => drawingWith(Buffer.from(svgOf(address))),
  'in a drawing, in pieces': (address) => drawingWith(Buffer.from(svgOf(address)), 'in pieces'),
  'in a drawing in a drawing': (address) =>
    drawingWith(drawingWith(Buffer.from(svgOf(address))), 'a drawing'),
}

const words = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer)

/** A drawing, EMF with orders of EMF+, which shows a picture of any kind. */
export function drawingWith(
  picture: Buffer,
  how: 'whole' | 'in pieces' | 'a drawing' = 'whole',
  older = Buffer.alloc(0),
): Buffer {
  const version = 0xdbc0_1002
  const order = (type: number, flags: number, data: Buffer): Buffer => {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    return Buffer.concat([words(type | (flags << 16), 12 + padded.length, padded.length), padded])
  }
  const kind =
    how === 'a drawing' ? words(version, 2, 3, picture.length) : words(version, 1, 80, 80, 320, 0x26_200a, 1)
  const object = Buffer.concat([kind, picture])
  const split = object.indexOf('svg') + 1
  const pieces = [object.subarray(0, split), object.subarray(split)]
  const objects =
    how === 'in pieces'
      ? pieces.map((piece, at) =>
          order(0x4008, at === 0 ? 0x8500 : 0x0500, Buffer.concat([words(object.length), piece])),
        )
      : [order(0x4008, 0x0500, object)]
  const square = Buffer.from(Float32Array.of(0, 0, 80, 80, 0, 0, 80, 80).buffer)
  const shown = order(0x401a, 0, Buffer.concat([words(0xffff_ffff, 2), square]))
  const all = [order(0x4001, 0, words(version, 0, 96, 96)), ...objects, shown, order(0x4002, 0, words())]
  const orders = Buffer.concat([Buffer.from('EMF+'), ...all])
  const comment = Buffer.concat([words(70, 12 + orders.length, orders.length), orders])
  const body = Buffer.concat([comment, older, words(14, 20, 0, 16, 20)])
  const frame = [0, 0, 80, 80, 0, 0, 2000, 2000]
  const sizes = [1024, 768, 270, 203, 0, 0, 0, 270_000, 203_000]
  const header = words(1, 108, ...frame, 0x464d_4520, 0x1_0000, 108 + body.length, 3, 1, 0, 0, 0, ...sizes)
  return Buffer.concat([header, body])
}
