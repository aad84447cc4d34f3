import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '#server/log.ts'
import { RenderEngine } from '#server/rendering/engine.ts'
import { mailText } from '#server/rendering/text/mail-text.ts'
import { sharp } from '#server/rendering/sharp.ts'
import { count, look } from '#server/rendering/test-documents.ts'

// What a file refers to elsewhere, on this machine or another, is never part of what is shown of it.

let folder: string
let server: Server
let requests: string[] = []
/** A picture of one red, and words, where a file of a stranger can name them. */
let targets: string[]
const red = { width: 40, height: 40, channels: 3, background: '#ff0000' } as const
const engine = new RenderEngine({ workers: 1, log: makeLog('silent') })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-references-'))
  const canary = path.join(folder, 'canary.jpg')
  await writeFile(canary, await sharp({ create: red }).jpeg().toBuffer())
  await writeFile(path.join(folder, 'canary.txt'), 'Of this machine only')
  server = createServer((request, response) => {
    requests.push(String(request.url))
    response.end('Of another machine')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary.jpg`
  targets = [canary, `file://${canary}`, '../canary.jpg', address]
})
afterAll(async () => {
  server.close()
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

/** A PDF of one page that draws a picture whose bytes are in another file, and goes there by itself. */
function pdfNaming(target: string): Buffer {
  const elsewhere = `/F << /Type /Filespec /F (${target}) /UF (${target}) /FS ${target.startsWith('http') ? '/URL' : '/File'} >>`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /GoToR ${elsewhere} /D [0 /Fit] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /XObject << /A 5 0 R /B 6 0 R >> >> /Contents 4 0 R >>`,
    '<< /Length 59 >>\nstream\nq 200 0 0 100 0 0 cm /A Do Q q 200 0 0 100 0 100 cm /B Do Q\nendstream',
    `<< /Type /XObject /Subtype /Image /Width 40 /Height 40 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${elsewhere} /FFilter /DCTDecode /Length 0 >>\nstream\n\nendstream`,
    `<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Ref << ${elsewhere} /Page 0 >> /Length 0 >>\nstream\n\nendstream`,
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Size 7 /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}

test('a PDF that names another file is drawn without it', async () => {
  requests = []
  for (const target of targets) {
    const bytes = pdfNaming(target)
    const base = await engine.render('pdf', async () => new Uint8Array(bytes), target, 1, 200)
    const page = await look(await engine.compose(base, null))
    expect(count(page, (r, g, b) => r > 200 && g < 80 && b < 80)).toBe(0)
  }
  expect(requests).toEqual([])
})

test('a picture that can name others is none that is opened', async () => {
  requests = []
  for (const target of targets) {
    const svg = Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${folder}/canary.txt">]>` +
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">` +
        `<image width="40" height="40" xlink:href="${target}"/><text y="20">&x;</text></svg>`,
    )
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported image format/)
    const read = async (): Promise<Uint8Array> => new Uint8Array(svg)
    await expect(engine.open('image', read, `svg ${target}`)).rejects.toMatchObject({ reason: 'unsupported' })
  }
  expect(requests).toEqual([])
})

test('a message that names files and addresses is shown without them', async () => {
  requests = []
  const parts = targets.flatMap((target) => [
    `Content-Type: text/html\r\n\r\n<link rel="stylesheet" href="${target}"><img src="${target}"><iframe src="${target}"></iframe><p style="background:url(${target})">Harmless</p>`,
    `Content-Type: message/external-body; access-type=local-file; name="${folder}/canary.txt"\r\n\r\nContent-Type: text/plain\r\n\r\n`,
    `Content-Type: message/external-body; access-type=URL; URL="${target}"\r\n\r\nContent-Type: text/plain\r\n\r\n`,
  ])
  const mail = `From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
  const text = await mailText(Buffer.from(mail))
  expect(text).toContain('Harmless')
  expect(text).not.toMatch(/Of (this|another) machine/)
  expect(requests).toEqual([])
})
