import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { precompress } from './precompress.ts'
import { StaticFiles } from './static.ts'

let root: string
let files: StaticFiles
const script = 'export const answer = 42\n'.repeat(100)
const large = Buffer.alloc(700 * 1024, 'x')

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'strongroom-static-'))
  const client = path.join(root, 'client')
  mkdirSync(path.join(client, 'assets'), { recursive: true })
  mkdirSync(path.join(client, '.vite'))
  writeFileSync(path.join(root, 'secret.txt'), 'secret')
  writeFileSync(path.join(client, '.vite', 'manifest.json'), '{}')
  writeFileSync(path.join(client, 'assets', 'entry-abc123.js'), script)
  writeFileSync(path.join(client, 'assets', 'entry-abc123.js.map'), '{}')
  writeFileSync(path.join(client, 'assets', 'photo.png'), large)
  writeFileSync(path.join(client, 'robots.txt'), 'User-agent: *\n')
  writeFileSync(path.join(client, 'two words.txt'), 'x')
  await precompress(client)
  files = StaticFiles.load(client)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function find(address: string, headers: Record<string, string> = {}, method = 'GET'): Response | null {
  return files.find(new Request(new URL(address, 'http://here.test'), { method, headers }))
}

async function bytesOf(response: Response | null): Promise<Buffer> {
  return Buffer.from(await response!.arrayBuffer())
}

test('the build lays smaller copies beside what becomes smaller', () => {
  expect(readdirSync(path.join(root, 'client', 'assets')).sort()).toEqual([
    'entry-abc123.js',
    'entry-abc123.js.br',
    'entry-abc123.js.gz',
    'entry-abc123.js.map',
    'photo.png',
  ])
})

test('a hashed file is kept for a year, another for an hour', () => {
  expect(find('/assets/entry-abc123.js')!.headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable, no-transform',
  )
  expect(find('/robots.txt')!.headers.get('cache-control')).toContain('max-age=3600')
})

test('each client gets the copy it can read', async () => {
  const br = find('/assets/entry-abc123.js', { 'accept-encoding': 'gzip, deflate, br' })!
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(br.headers.get('vary')).toBe('Accept-Encoding')
  expect(br.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const bytes = await bytesOf(br)
  expect(String(bytes.length)).toBe(br.headers.get('content-length'))
  expect(brotliDecompressSync(bytes).toString()).toBe(script)
  const gzip = find('/assets/entry-abc123.js', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(script)
  const plain = find('/assets/entry-abc123.js')!
  expect(plain.headers.has('content-encoding')).toBe(false)
  expect((await bytesOf(plain)).toString()).toBe(script)
})

test('a large file is read from disk', async () => {
  const response = find('/assets/photo.png', { 'accept-encoding': 'br' })
  expect(response!.headers.get('content-type')).toBe('image/png')
  expect((await bytesOf(response)).equals(large)).toBe(true)
})

test('a file the client has is 304; each copy has a tag of its own', () => {
  const tag = find('/robots.txt')!.headers.get('etag')!
  expect(find('/robots.txt', { 'if-none-match': tag })!.status).toBe(304)
  const other = find('/assets/entry-abc123.js', { 'accept-encoding': 'br' })!.headers.get('etag')
  expect(other).not.toBe(find('/assets/entry-abc123.js')!.headers.get('etag'))
})

test('HEAD has no body, and other methods are refused', () => {
  const head = find('/robots.txt', {}, 'HEAD')!
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '14', null])
  expect(find('/robots.txt', {}, 'POST')!.status).toBe(405)
})

test('names with spaces are found', () => {
  expect(find('/two%20words.txt')!.status).toBe(200)
})

test('no address leads out of the folder or to what is not public', () => {
  for (const address of [
    '/',
    '/assets',
    '/assets/',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%5c..%5csecret.txt',
    '//secret.txt',
    '/.vite/manifest.json',
    '/assets/entry-abc123.js.br',
    '/assets/entry-abc123.js.map',
    '/assets/entry-abc123.js%00',
    '/robots.txt/',
    '/%',
    '/constructor',
    '/__proto__',
  ]) {
    expect(
      files.find({ url: `http://here.test${address}`, method: 'GET', headers: new Headers() } as Request),
    ).toBeNull()
  }
})
