import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { FolderTable, type FolderRow } from '#app/rooms/shared/folder-table.tsx'
import { ShareTable } from '#app/ui/tables/share-table.tsx'
import type { ListedShare } from '#app/view-models/lists/listed-shares.server.ts'
import { elementText } from './element-text.ts'
import { TableBody } from './table-body.tsx'
import { WithoutScript } from './without-script.ts'

vi.mock('./element-text.ts', { spy: true })

const hostile = `<script>alert("a" & 'b')</script>`

describe('The text of elements', () => {
  it('is what React makes of them, with every value escaped', () => {
    const element = (
      <tr key="1" className={hostile} title={hostile} data-what={hostile} aria-label={hostile}>
        <td>
          {hostile} {7}
          {null}
          {false}
          {[<b key="a">{hostile}</b>, 'and']}
          <>
            <input type="checkbox" value={hostile} defaultChecked aria-label={hostile} name="item" />
            <input type="checkbox" value="2" defaultChecked={false} />
          </>
          <img src={`/a?b=1&c=${hostile}`} alt="" width={32} loading={undefined} />
        </td>
      </tr>
    )
    expect(elementText(element)).toBe(renderToStaticMarkup(element))
    expect(elementText(element)).not.toContain('<script')
  })

  it.each([
    ['an attribute that is not known', <p key="1" lang="de" />],
    ['a style', <p key="1" style={{ color: 'red' }} />],
    ['a function', <p key="1" title={(() => 'a') as unknown as string} />],
    ['a truth', <p key="1" title={true as unknown as string} />],
    ['a choice', <select key="1" aria-label="Order" />],
  ])('is left to React where there is %s', (_, element) => {
    expect(elementText(<div>{element}</div>)).toBeNull()
  })
})

describe('The rows of a table without script', () => {
  it.each([
    ['a room', <FolderTable key="1" rows={[folder, file, failed]} />],
    ['a room whose rows can’t be selected', <FolderTable key="1" rows={[{ ...file, mayChoose: false }]} />],
    ['files that were sent', <ShareTable key="1" shares={[share, named]} heads={heads} />],
  ])('are those of React for %s, put together as text', (_, table) => {
    const asText = vi.mocked(elementText).mockClear()
    const text = renderToStaticMarkup(<WithoutScript.Provider value>{table}</WithoutScript.Provider>)
    expect(asText).toHaveBeenCalled()
    expect(asText.mock.results.map(({ value }) => value as unknown)).not.toContain(null)
    expect(text).toBe(renderToStaticMarkup(table))
  })

  it('are React’s where one of them has to be', () => {
    const table = <TableBody rows={[1, 2]}>{(row) => <tr key={row} style={{ order: row }} />}</TableBody>
    const text = renderToStaticMarkup(<WithoutScript.Provider value>{table}</WithoutScript.Provider>)
    expect(text).toBe('<tbody><tr style="order:1"></tr><tr style="order:2"></tr></tbody>')
  })
})

const at = { text: '2 min ago', title: '20 Nov 2026, 09:00 (UTC)', iso: '2026-11-20T09:00:00.000Z' }

const file: FolderRow = {
  guid: 'f1',
  number: '1.2',
  name: hostile,
  to: '/drfile/f1/r1?a=1&b=2',
  kind: 'pdf',
  picture: '/thumbnail/f1',
  kindName: 'PDF',
  size: '1 MB',
  pages: '3 pages',
  inside: '',
  addedBy: { email: `o'hara@example.org`, initials: 'O' },
  addedAt: at,
  status: null,
  isNew: true,
  version: 'Version 2',
  mayChoose: true,
  retry: null,
  acts: [
    { label: 'Details', to: '/rooms/r1/files/f1' },
    { label: 'Move to trash', to: '/rooms/r1/arrange/r1?act=remove&item=f1', isBad: true },
  ],
  may: { words: 'Can view', why: '/rooms/r1/people/1' },
}
const folder: FolderRow = {
  ...file,
  guid: 'd1',
  kind: 'folder',
  picture: null,
  inside: '4 items',
  number: '',
}
const failed: FolderRow = {
  ...file,
  guid: 'f2',
  to: null,
  picture: null,
  kind: 'other',
  isNew: false,
  status: { words: 'Error: “damaged”', tone: 'bad', isWaiting: false },
  acts: [],
}

const heads = { name: { to: '/s?sort=name' }, sent: { to: '/s' }, end: { to: '/s?sort=end' } }
const share: ListedShare = {
  guid: 's1',
  name: hostile,
  to: '/s/s1',
  kind: 'text',
  picture: null,
  facts: 'Text · 700 bytes',
  sentAt: at,
  audience: 'Anyone with the link',
  untold: '2 not notified',
  ends: { words: 'No end', why: '', tone: null },
  people: [],
  more: '',
  security: { level: 'LOW', note: 'no end', why: 'Anyone who has the link can open it.' },
  views: '0',
  opened: '',
  spark: { width: 56, path: 'M1 28v-3M5 28v-9' },
  link: 'https://files.example.org/file/s1',
  actions: [{ label: 'Delete', to: '/s/s1/delete', isBad: true }],
}
const named: ListedShare = {
  ...share,
  guid: 's2',
  picture: '/thumbnail/s2',
  audience: '',
  ends: { words: 'Closed', why: 'over the limits', tone: 'warn' },
  people: [
    { name: 'Ann Lee', initials: 'AL' },
    { name: `O'Hara & co`, initials: 'O' },
  ],
  more: '3',
  security: null,
  spark: null,
}
