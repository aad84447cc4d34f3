import { expect, test } from 'vitest'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { itemNamed } from './document-url.ts'

const drive = '1AbCdEfGhIjKlMnOpQrStUvWxYz'

test.each<[CloudName, string, string]>([
  ['box', '123456', 'file-123456'],
  ['box', 'https://app.box.com/file/123456', 'file-123456'],
  ['box', 'https://acme.app.box.com/file/123456', 'file-123456'],
  ['dropbox', 'id:a4ayc_80_OEAAAAAAAAAXw', 'id:a4ayc_80_OEAAAAAAAAAXw'],
  ['dropbox', 'https://www.dropbox.com/home/Deals/plan%20b.pdf', '/Deals/plan b.pdf'],
  ['google', drive, drive],
  ['google', `https://drive.google.com/file/d/${drive}/view?usp=sharing`, drive],
  ['google', `https://docs.google.com/document/d/${drive}/edit`, drive],
  ['google', `https://drive.google.com/open?id=${drive}`, drive],
])('%s: %s names %s', (cloud, text, id) => {
  expect(itemNamed(cloud, text)).toBe(id)
})

test.each<[CloudName, string]>([
  ['box', ''],
  ['box', 'http://app.box.com/file/123456'],
  ['box', 'https://app.box.com:8443/file/123456'],
  ['box', 'https://user@app.box.com/file/123456'],
  ['box', 'https://app.box.com.evil.example/file/123456'],
  ['box', 'https://evil.example/https://app.box.com/file/123456'],
  ['box', 'https://app.box.com/s/sharedlink'],
  ['box', 'https://app.box.com/file/../../login'],
  ['box', 'http://127.0.0.1/file/1'],
  ['box', 'http://169.254.169.254/latest/meta-data/'],
  ['box', 'http://[::1]/'],
  ['box', 'file:///etc/passwd'],
  ['dropbox', '/etc/passwd'],
  ['dropbox', 'https://dl.dropboxusercontent.com/x'],
  ['dropbox', 'https://www.dropbox.com/home/a%00b'],
  ['dropbox', 'https://www.dropbox.com/home/%zz'],
  ['google', 'https://metadata.google.internal/computeMetadata/v1/'],
  ['google', `https://drive.google.com/open?id=${encodeURIComponent('http://localhost/')}`],
  ['google', `https://drive.google.com/url?q=http://localhost/`],
  ['google', `https://drive.google.com/file/d/${drive}/../../x`],
])('%s: %s names nothing', (cloud, text) => {
  expect(() => itemNamed(cloud, text)).toThrow(expect.objectContaining({ problem: 'badForm' }))
})
