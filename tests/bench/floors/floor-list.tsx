// The floor for lists: React makes the table of 50 shares from rows that are already there, and nothing else.
import { renderToString } from 'react-dom/server'
import { ShareTable } from '#app/ui/tables/share-table.tsx'
import type { ListedShare } from '#app/view-models/lists/listed-shares.server.ts'

const turns = Number(process.env['TURNS'] ?? 500)
const shares = Array.from({ length: 50 }, (_, at): ListedShare => ({
  guid: String(at).padStart(32, '0'),
  name: 'note.txt',
  to: `/s/${String(at).padStart(32, '0')}`,
  sentAt: 'Nov 20, 2026, 9:00 AM',
  sentAtUtc: '2026-11-20 09:00 UTC',
  size: '700 bytes',
  audience: 'Anyone with the link',
  status: { words: 'No end date', tone: 'good' },
  people: [],
  more: '',
  security: { level: 'LOW', note: null },
  views: '0',
  opened: '–',
  byDay: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  link: '/file/x',
  actions: [{ label: 'Details', to: '/s/x' }],
}))

function render(): number {
  return renderToString(<ShareTable shares={shares} mayChoose />).length
}

let length = 0
for (let turn = 0; turn < 200; turn++) length += render()
const before = process.cpuUsage()
for (let turn = 0; turn < turns; turn++) length += render()
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1_000 / turns, length }))
