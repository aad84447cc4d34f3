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
}
