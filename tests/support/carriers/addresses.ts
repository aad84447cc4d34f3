import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Something outside of a document, in the forms in which a document may name it. */
export const addressForms = {
  relative: (file: string) => '../'.repeat(12) + file.slice(1),
  'relative within the package': (file: string) => `Pictures/${'../'.repeat(14)}${file.slice(1)}`,
  'relative, percent-encoded': (file: string) => '%2e%2e/'.repeat(12) + file.slice(1),
  absolute: (file: string) => file,
  file: (file: string) => pathToFileURL(file).href,
  'file without slashes': (file: string) => `file:${file}`,
  'file in capitals': (file: string) => `FILE://${file}`,
  'file at localhost': (file: string) => `file://localhost${file}`,
  'file, percent-encoded': (file: string) => {
    const encoded = [...path.basename(file)].map((email) => `%${email.charCodeAt(0).toString(16)}`).join('')
    return `file://${path.dirname(file)}/${encoded}`
  },
  'file after a space': (file: string) => ` file://${file}`,
  UNC: (file: string) => `\\\\localhost${file.replaceAll('/', '\\')}`,
  'network path': (file: string) => `//localhost${file}`,
  http: (file: string) => `http://127.0.0.1:9${file}`,
  smb: (file: string) => `smb://127.0.0.1${file}`,
  'package in a file': (file: string) =>
    `vnd.sun.star.pkg://${encodeURIComponent(pathToFileURL(file).href)}/a.png`,
  'expanded variable': (file: string) => `vnd.sun.star.expand:file://${file}`,
} as const satisfies Record<string, (file: string) => string>

export type AddressForm = keyof typeof addressForms

/** A value of XML in which no character stands as itself. */
export function hidden(address: string): string {
  return [...address].map((email) => `&#x${email.codePointAt(0)!.toString(16)};`).join('')
}

/** A value of XML as it is commonly written. */
export function plain(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
