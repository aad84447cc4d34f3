// The floor for downloads: a file, streamed by Node in chunks of 256 KiB, with ranges and nothing else.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'

const file = process.env['FLOOR_FILE'] ?? ''
const { size } = statSync(file)

createServer((request, response) => {
  if (request.url === '/health') return response.end('here')
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const start = first === undefined ? 0 : Number(first)
  const end = last === undefined ? size - 1 : Number(last)
  const headers = { 'Content-Length': end - start + 1, 'Content-Type': 'application/octet-stream' }
  response.writeHead(first === undefined ? 200 : 206, headers)
  if (request.method === 'HEAD') return response.end()
  return pipeline(createReadStream(file, { start, end, highWaterMark: 256 * 1024 }), response, () => {})
}).listen(Number(process.env['PORT']), '127.0.0.1')
