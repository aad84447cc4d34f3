import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { fileOf, type TusClient } from '#tests/support/browser/tus.ts'
import type { Place } from '#tests/support/world/app.ts'
import { proveAddress, recipientEmail } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'

/**
 * Begins to send bytes of an upload, more than the server takes before it is ended, and answers when it has noted some
 * of them; the connection stays open.
 */
export async function beginSending(
  browser: Browser,
  client: TusClient,
  { location, bytes, origin }: { location: string; bytes: Buffer; origin: string },
): Promise<void> {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [
    `PATCH ${location} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${browser.cookies.header(browser.url, { isOld: false })}`,
    'Tus-Resumable: 1.0.0',
    `X-Form-Token: ${client.token}`,
    'Content-Type: application/offset+octet-stream',
    'Upload-Offset: 0',
    `Content-Length: ${bytes.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, bytes.length - 1))
  await vi.waitFor(async () => expect(await client.offset(location)).toBeGreaterThan(0), patience)
}

/** Goes on where the upload says it is, as often as someone else still has it. */
export async function goOn(client: TusClient, location: string, bytes: Buffer): Promise<number> {
  const offset = (await client.offset(location))!
  await vi.waitFor(async () => {
    const { status } = await client.patch(location, offset, bytes.subarray(offset))
    expect(status).toBe(204)
  }, patience)
  return offset
}

/** Shares what was uploaded, and expects that its recipient gets these bytes. */
export async function expectArrived(
  place: Place,
  sender: Browser,
  { location, bytes }: { location: string; bytes: Buffer },
): Promise<void> {
  await sender.open('/share')
  const fields = { recipients: recipientEmail, download: 'yes', watermark: 'off', file: fileOf(location) }
  await sender.send('share', fields)
  expect([sender.status, sender.path.slice(0, 3)]).toEqual([200, '/s/'])
  const guid = sender.url.pathname.slice('/s/'.length)
  const reader = await proveAddress(place, guid)
  await reader.send('open')
  const copy = await reader.fetch(`/view/${guid}/download`)
  expect(copy.status).toBe(200)
  expect(Buffer.from(await copy.bytes()).equals(bytes)).toBe(true)
}
