import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { RunningStrongroom } from './server.ts'

export const password = 'seven quiet lamps over the harbour'

/** The first account of a server under measurement, signed in. */
export async function operatorOf(server: RunningStrongroom): Promise<Browser> {
  const browser = server.browser()
  await browser.open('/access/register')
  await browser.send('register', {
    firstName: 'Olivia',
    lastName: 'Ortega',
    email: 'olivia@example.org',
    password,
  })
  if (browser.path !== '/home') throw new Error(`Not signed in: ${browser.path} ${browser.text()}`)
  return browser
}

export function cookieOf(browser: Browser): string {
  return browser.cookies.header(browser.url) ?? ''
}

/** A file that begins like a PDF and holds bytes that cannot be compressed. */
export async function largeFile(file: string, bytes: number): Promise<string> {
  const handle = await open(file, 'w')
  const block = randomBytes(4 * 1024 * 1024)
  block.write('%PDF-1.4\n', 0, 'latin1')
  for (let left = bytes; left > 0; left -= block.length)
    await handle.write(block, 0, Math.min(left, block.length))
  await handle.close()
  const { size } = await stat(file)
  if (size !== bytes) throw new Error(`${file} has ${size} bytes`)
  return file
}

/** The arguments with which curl sends the share form of a signed-in browser, the file at its end. */
export async function shareFormFor(browser: Browser, file: string): Promise<string[]> {
  await browser.open('/share')
  const { entries } = browser.page.submission(browser.page.form('share'))
  const fields = entries
    .filter(({ value }) => typeof value === 'string')
    .flatMap(({ name, value }) => [
      '--form-string',
      `${name}=${name === 'visibility' ? 'public' : String(value)}`,
    ])
  return ['-b', cookieOf(browser), '-H', 'Expect:', ...fields, '-F', `file=@${file};type=application/pdf`]
}

/** Runs curl; answers what it printed. */
export function curl(args: string[], expected: number[] = [0]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('curl', ['-sS', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [text, errors] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (expected.includes(code ?? -1)) resolve(text)
      else reject(new Error(`curl ended with ${code}: ${errors}`))
    })
  })
}
