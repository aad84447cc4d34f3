import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type SelfSigned = { privateKey: string; certificate: string }

const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const commonName = Buffer.from('0603550403', 'hex')

/** An RSA key and a certificate for it that no one else has signed, both PEM. */
export function makeSelfSigned(
  name: string,
  { from = '20200101000000Z', until = '20491231235959Z', bits = 2048 } = {},
): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const distinguished = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))))
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sha256WithRsa,
    distinguished,
    sequence(element(0x18, Buffer.from(from)), element(0x18, Buffer.from(until))),
    distinguished,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = element(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const der = sequence(body, sha256WithRsa, signature)
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts))
}

/** One element of DER: its tag, its length, what is in it. */
function element(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
