import { createHash } from 'node:crypto'
import type { HttpRequest } from 'tus-js-client'
import { expect, test } from 'vitest'
import { SummedSource } from './summed-source.ts'

function requestOf(type?: string) {
  const headers: Record<string, string> = {}
  const request = {
    getHeader: (name: string) => (name === 'Content-Type' ? type : undefined),
    setHeader: (name: string, value: string) => void (headers[name] = value),
  }
  return { headers, request: request as unknown as HttpRequest }
}

test('each part goes with its own sum, and what sends no part with none', async () => {
  const reader = new SummedSource()
  const source = await reader.openFile(new File(['hello world'], 'a.txt'))
  const begin = requestOf()
  await reader.mark(begin.request)
  expect(begin.headers).toEqual({})
  for (const [start, end, text, isLast] of [
    [0, 5, 'hello', false],
    [5, 11, ' world', true],
  ] as const) {
    const { value, done } = await source.slice(start, end)
    expect([await (value as Blob).text(), done]).toEqual([text, isLast])
    const { headers, request } = requestOf('application/offset+octet-stream')
    await reader.mark(request)
    const sum = createHash('sha256').update(text).digest('base64')
    expect(headers).toEqual({ 'Upload-Checksum': `sha256 ${sum}` })
  }
})
