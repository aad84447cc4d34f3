import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Page } from '#tests/support/browser/page.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()
// A body fails only where it is written to a connection.
const { url: origin } = await app.strongroom.listen(0)

/** All that is stored, since nothing outside says which of it is this file. */
async function everyObject(): Promise<string[]> {
  const folder = path.join(app.dataDir, 'objects')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
}

async function damage(file: string): Promise<void> {
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0, 40))
}

test.each<[what: string, happen: (file: string) => Promise<void>, fields: Record<string, string>]>([
  ['gone', (file) => rm(file), { watermark: 'off' }],
  ['damaged', damage, { watermark: 'off' }],
  ['gone from where they get a watermark', (file) => rm(file), {}],
])(
  'who downloads a file whose bytes are %s reads so on a page that leads back',
  async (_, happen, fields) => {
    const file = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf(['Page one']) }
    const guid = await makeShare(app, sender, { download: 'yes', file, ...fields })
    const reader = await openShare(app, guid, 'rita@example.net', somebody())
    await Promise.all((await everyObject()).map(happen))
    const cookie = reader.cookies.header(reader.url)!
    const ask = (accept: string) => fetch(`${origin}/view/${guid}/download`, { headers: { cookie, accept } })

    const answer = await ask('text/html,*/*;q=0.8')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-disposition')).toBeNull()
    const page = new Page(await answer.text())
    expect([page.heading(), page.links('Go to the file')]).toEqual([
      'Something went wrong',
      [`/file/${guid}`],
    ])
    expect(page.text()).toContain('Try again; if it keeps happening, contact your administrator.')
    expect(page.text()).not.toMatch(/contract|shared/)

    const program = await ask('*/*')
    expect([program.status, program.headers.get('content-type')]).toEqual([500, 'text/plain; charset=utf-8'])
  },
)
