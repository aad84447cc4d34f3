// A plain tus server: what a program does that stores files as they come, without accounts, quotas or sealing.
import { createServer } from 'node:http'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const datastore = new FileStore({ directory: process.env['DATA_DIR'] ?? '' })
const tus = new Server({ path: '/files', datastore })

createServer((incoming, outgoing) => {
  if (incoming.url === '/health') return void outgoing.end('here')
  return void tus.handle(incoming, outgoing)
}).listen(Number(process.env['PORT']), '127.0.0.1')
