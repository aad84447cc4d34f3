// The floor for lists: React makes the table of 50 rows from data that is already there, and nothing else.
import { createElement as make } from 'react'
import { renderToString } from 'react-dom/server'

const turns = Number(process.env['TURNS'] ?? 500)
const rows = Array.from({ length: 50 }, (_, at) => ({
  name: `contract-${at}.txt`,
  to: `/s/${String(at).padStart(32, '0')}`,
  size: '1 KB',
  sentAt: 'Nov 20, 2026, 9:00 AM',
  sentAtUtc: '2026-11-20 09:00 UTC',
  audience: '3 people',
  status: 'Active',
  security: 'HIGH',
  opened: '0 of 3',
  views: 0,
}))

function Row(row: (typeof rows)[number]) {
  const cell = (label: string, ...inside: React.ReactNode[]) =>
    make('td', null, make('span', { className: 'label' }, label), ...inside)
  const badge = (text: string) => make('span', { className: 'badge' }, text)
  return make(
    'tr',
    null,
    make(
      'td',
      null,
      make('a', { className: 'name', href: row.to }, row.name),
      make(
        'div',
        { className: 'small soft' },
        row.size,
        ', ',
        make('time', { title: row.sentAtUtc }, row.sentAt),
      ),
    ),
    cell('For', row.audience),
    cell('Status', badge(row.status)),
    cell('Security', badge(row.security)),
    cell('Opened by', row.opened),
    cell('Views', row.views, make('svg', { viewBox: '0 0 56 16' }, make('path', { d: 'M0 16h56' }))),
  )
}

function List() {
  const head = ['File', 'Who may see it', 'Status', 'Security', 'Opened by', 'Views, last 14 days']
  return make(
    'table',
    { className: 'table' },
    make(
      'thead',
      null,
      make('tr', null, ...head.map((text) => make('th', { scope: 'col', key: text }, text))),
    ),
    make('tbody', null, ...rows.map((row) => make(Row, { ...row, key: row.to }))),
  )
}

let length = 0
for (let turn = 0; turn < 200; turn++) length += renderToString(make(List)).length
const before = process.cpuUsage()
for (let turn = 0; turn < turns; turn++) length += renderToString(make(List)).length
const { user, system } = process.cpuUsage(before)
process.stdout.write(JSON.stringify({ milliseconds: (user + system) / 1_000 / turns, length }))
