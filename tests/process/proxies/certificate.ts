import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

export type Certificate = { certificateFile: string; keyFile: string; pem: string }

/** A certificate for localhost that no one has signed, made by openssl. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const certificateFile = path.join(folder, 'certificate.pem')
  const keyFile = path.join(folder, 'key.pem')
  const request =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const files = ['-keyout', keyFile, '-out', certificateFile]
  await promisify(execFile)('openssl', [...request.split(' '), ...names, ...files])
  return { certificateFile, keyFile, pem: await readFile(certificateFile, 'utf8') }
}
