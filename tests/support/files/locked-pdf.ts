import { createHash } from 'node:crypto'
import { pdf } from './documents.ts'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const permissions = -4

/** A PDF of one page that asks for this password: the standard handler of revision 2, whose key has 40 bits. */
export function lockedPdf(password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const rights = Buffer.alloc(4)
  rights.writeInt32LE(permissions)
  const key = md5(Buffer.concat([padded, owner, rights, Buffer.from([0])])).subarray(0, 5)
  const entry = `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P ${permissions} /O <${owner.toString('hex')}> /U <${rc4(key, padding).toString('hex')}> >> /ID [<00><00>]`
  const open = pdf().toString('latin1')
  return Buffer.from(open.replace(/trailer\n<< \/Size 6/, `trailer\n<< ${entry} /Size 6`), 'latin1')
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    ;[state[i], state[j]] = [state[j]!, state[i]!]
  }
  let [i, j] = [0, 0]
  return Buffer.from(bytes).map((byte) => {
    i = (i + 1) & 255
    j = (j + state[i]!) & 255
    ;[state[i], state[j]] = [state[j]!, state[i]!]
    return byte ^ state[(state[i]! + state[j]!) & 255]!
  }) as Buffer
}
