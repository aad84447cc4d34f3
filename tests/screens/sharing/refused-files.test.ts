import { describe, expect, test } from 'vitest'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { standardPlans, tierCodes } from '#server/rules/product/plans.ts'
import { framesOf, stream, text } from '#tests/support/browser/stream.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { bmp, gif, pdf, png } from '#tests/support/files/documents.ts'
import { asksForFile, contract, expectRefused, filled, traces, tryShare } from './form.ts'

const { app, operator: sender } = await makeWorld()

const mismatch = { status: 415, words: 'The file’s contents don’t match its extension.' }
const program = Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

describe('a file', () => {
  test.each([
    [
      'that is empty',
      { name: 'empty.pdf', bytes: new Uint8Array() },
      { status: 400, words: 'This file is empty (0 bytes).' },
    ],
    ['that is a picture under the name of a document', { name: 'scan.pdf', bytes: png() }, mismatch],
    ['that is a document under the name of a picture', { name: 'scan.png', bytes: pdf() }, mismatch],
    ['that is a document under the name of a text', { name: 'notes.txt', bytes: pdf() }, mismatch],
    ['that is one kind of picture under the name of another', { name: 'scan.jpg', bytes: gif() }, mismatch],
    ['that is a program under the name of a document', { name: 'invoice.pdf', bytes: program }, mismatch],
    ['that is a program under the name of a text', { name: 'readme.txt', bytes: program }, mismatch],
    ['that is a program under the name of a film', { name: 'tour.mp4', bytes: program }, mismatch],
    ['that is a drawing with a script under the name of a picture', { name: 'a.webp', bytes: svg }, mismatch],
    ['that is a page under the name of a workbook', { name: 'a.xls', bytes: svg }, mismatch],
    ['that is a picture without an ending', { name: 'scan', bytes: png() }, mismatch],
  ])('%s is refused, the form stays filled and nothing is left behind', async (_, file, expected) => {
    const before = await traces(app)
    await tryShare(sender, { file })
    expectRefused(sender, expected)
    expect(asksForFile(sender)).toBe(true)
    expect(await traces(app)).toEqual(before)
  })

  test('that was not chosen is asked for', async () => {
    const before = await traces(app)
    await tryShare(sender, { file: { name: '', bytes: new Uint8Array() } })
    expectRefused(sender, { status: 400, words: 'Choose a file to share.' })
    await tryShare(sender, { file: '' })
    expectRefused(sender, { status: 400, words: 'Choose a file to share.' })
    expect(asksForFile(sender)).toBe(true)
    expect(await traces(app)).toEqual(before)
  })

  test('that is declared longer than all files of a form can be is refused before it is read', async () => {
    const before = await traces(app)
    const { head } = await framesOf(sender)
    let read = 0
    function* endless(): Generator<Uint8Array> {
      yield head
      for (const piece of text(200 * 1024 * 1024)) {
        read += piece.length
        yield piece
      }
    }
    const declared = (maxFilesPerForm + 1) * standardPlans.of(tierCodes.enterprise).maxUploadBytes
    const { response, page } = await stream(app, sender, endless(), { declared })
    expect([response.status, page.text()]).toEqual([
      413,
      expect.stringContaining('These files are larger than your plan allows'),
    ])
    expect(read).toBeLessThan(2 * 1024 * 1024)
    expect(await traces(app)).toEqual(before)
  })

  test.each([
    ['a page of markup under the name of a text', { name: 'page.txt', bytes: Buffer.from('<b>bold</b>') }],
    ['a picture whose ending is in capitals', { name: 'SCAN.PNG', bytes: png() }],
    ['a bitmap', { name: 'scan.bmp', bytes: bmp() }],
  ])('can be %s', async (_, file) => {
    await tryShare(sender, { file })
    expect([sender.status, sender.heading()]).toEqual([200, file.name])
  })
})

describe('a file name', () => {
  const words = 'This file name can’t be used.'

  test.each([
    'a:b.pdf',
    'a*b.pdf',
    'a?b.pdf',
    'a<b.pdf',
    'a>b.pdf',
    'a|b.pdf',
    '.hidden.pdf',
    '..',
    'con.pdf',
    'PRN.txt',
    'Aux.pdf',
    'nul',
    'lpt1.pdf',
    'COM9.tar.pdf',
    'invoice\u202efdp.exe.pdf',
    '   ',
    `${'ä'.repeat(125)}xy.txt`,
    `${'x'.repeat(300)}.pdf`,
  ])('%j is refused with the reason, and nothing is left behind', async (name) => {
    const before = await traces(app)
    await tryShare(sender, { file: { ...contract, name } })
    expectRefused(sender, { status: 400, words })
    expect(await traces(app)).toEqual(before)
  })

  test.each(['a\u0000b.pdf', 'a\u001bb.pdf'])(
    '%j makes the form unreadable, which is said at once',
    async (name) => {
      const before = await traces(app)
      await tryShare(sender, { file: { ...contract, name } })
      expectRefused(sender, { status: 400, words: 'Part of the form couldn’t be read.' })
      expect(await traces(app)).toEqual(before)
    },
  )

  test.each([
    ['/home/olivia/contract.pdf', 'contract.pdf'],
    ['C:\\Users\\Olivia\\contract.pdf', 'contract.pdf'],
    ['../../../etc/contract.pdf', 'contract.pdf'],
    ['..\\..\\contract.pdf', 'contract.pdf'],
    ['%2e%2e%2fcontract.pdf', '%2e%2e%2fcontract.pdf'],
    [' contract.pdf ', 'contract.pdf'],
    ['Vertra\u0308ge.pdf', 'Verträge.pdf'],
    ['契約 🙂.pdf', '契約 🙂.pdf'],
    [`${'ä'.repeat(125)}x.pdf`, `${'ä'.repeat(125)}x.pdf`],
    ["it's; 100% & #1.pdf", "it's; 100% & #1.pdf"],
  ])('%j becomes %j', async (name, kept) => {
    await tryShare(sender, { file: { ...contract, name } })
    expect([sender.status, sender.heading()]).toEqual([200, kept])
  })
})

test('two files in one form are no way around the checks', async () => {
  await sender.open('/share')
  const { entries } = sender.page.submission(sender.page.form('share'))
  const rest = entries.filter(({ name }) => name !== 'file')
  const fields = rest.map((entry) => ({
    ...entry,
    value: { ...filled, [entry.name]: entry.value }[entry.name]!,
  }))
  const [good, bad] = [
    { name: 'file', value: contract },
    { name: 'file', value: { name: 'invoice.pdf', bytes: program } },
  ]
  const before = await traces(app)
  for (const files of [
    [good, bad],
    [bad, good],
  ]) {
    await sender.submit({
      action: '/share',
      method: 'post',
      encoding: 'multipart/form-data',
      entries: [...fields, ...files],
    })
    expect([sender.status, sender.heading()]).toEqual([400, 'Share a file'])
    expect(sender.page.root.querySelector('[role=alert]')!.text).toContain('invoice.pdf: The file’s contents')
    expect(sender.page.control('contract.pdf', 'input[type=checkbox]')).toBeDefined()
  }
  expect((await traces(app)).shares).toBe(before.shares)
})
