import { X509Certificate } from 'node:crypto'

/** Until when a certificate (PEM) is valid, in epoch milliseconds. */
export function certificateEnds(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo)
}
