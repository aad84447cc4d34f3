// The floor for lists: React makes the table of 50 shares from rows that are already there, and nothing else.
import { renderToString } from 'react-dom/server'
import { ShareTable } from '#app/ui/tables/share-table.tsx'
import type { ListedShare } from '#app/view-models/lists/listed-shares.server.ts'

const turns = Number(process.env['TURNS'] ?? 500)
const shares = Array.from({ length: 50 }, (_, at): ListedShare => ({
  guid: String(at).padStart(32, '0'),
  name: 'note.txt',
  to: `/s/${String(at).padStart(32, '0')}`,
  kind: 'text',
  picture: null,
  facts: 'Text · 700 bytes',
  sentAt: { text: 'Fri 20 Nov', title: '20 Nov 2026, 09:00 (UTC)', iso: '2026-11-20T09:00:00.000Z' },
  audience: 'Anyone with the link',
  untold: '',
  ends: { words: 'No end', why: '', tone: null },
  people: [],
  more: '',
  security: { level: 'LOW', note: null, why: 'Anyone who has the link can open it.' },
  views: '0',
  opened: '',
  spark: null,
  link: '/file/x',
  actions: [{ label: 'Change protections', to: '/s/x/edit' }],
}))

const heads = { name: { to: '/s?sort=name' }, sent: { to: '/s?sort=oldest' }, end: { to: '/s?sort=end' } }

function render(): number {
  return renderToString(<ShareTable shares={shares} heads={heads} />).length
}

let length = 0
for (let turn = 0; turn < 200; turn++) length += render()
const before = process.cpuUsage()
for (let turn = 0; turn < turns; turn++) length += render()
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1_000 / turns, length }))
