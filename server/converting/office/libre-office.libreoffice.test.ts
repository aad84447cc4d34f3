import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { png } from '#tests/support/files/documents.ts'
import { lockedOpenDocument } from '#tests/support/files/locked-open-document.ts'
import { older } from '#tests/support/files/older.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { Confining, findConfinement } from '#server/converting/confinement/confinement.ts'
import { LibreOffice, type Converted } from './libre-office.ts'
import * as documents from '#server/converting/packages/test-documents.ts'

const { docx, field, linkedPicture, odp, ods, odt, openDocument, paragraph, rtf, tracked, xlsx } = documents
const log = pino({ level: 'silent' })
const program = programOf('soffice')!

let office: LibreOffice
let folder: string
let server: Server
let requests: string[] = []
let address: string

beforeAll(async () => {
  // With a network and all files, so that it is seen that its settings alone keep it from using them.
  office = new LibreOffice({ program, log, confining: new Confining({ find: () => findConfinement([]) }) })
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-office-'))
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.end('fetched')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await office.close()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function wholeOf(made: Converted): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of made.read()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function converted(by: LibreOffice, ending: string, bytes: Buffer, limit?: number): Promise<Buffer> {
  const asking = { input: once(bytes), ending, to: 'pdf', ...(limit ? { limit } : {}) } as const
  return by.convert(asking, wholeOf)
}

async function wordsOf(ending: string, bytes: Buffer): Promise<string> {
  return (await pdfText(await converted(office, ending, bytes))).join('\n')
}

/** What is left of it on this machine: processes by what they were started with, folders and sockets by their names. */
function leftBehind(): string[] {
  const own = `strongroom-converting-${process.pid}-`
  const folders = ['/dev/shm', tmpdir()].flatMap((place) => readdirSync(place))
  return [...folders.filter((name) => name.startsWith(own)), ...processesNaming(own)]
}

function processesNaming(words: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => commandOf(name).includes(words))
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe('what becomes pages', () => {
  test.each([
    ['docx', docx(['Purchase agreement'])],
    ['odt', odt('Purchase agreement')],
    ['rtf', rtf('Purchase agreement')],
    ['xlsx', xlsx([['Purchase agreement'], ['=1+1']])],
    ['ods', ods([['Purchase agreement']])],
    ['odp', odp('Purchase agreement')],
  ])('%s', async (ending, bytes) => {
    expect(await wordsOf(ending, bytes)).toContain('Purchase agreement')
  })

  test.each([
    ['doc', 'odt', odt('Purchase agreement')],
    ['xls', 'ods', ods([['Purchase agreement']])],
    ['ppt', 'odp', odp('Purchase agreement')],
    ['pptx', 'odp', odp('Purchase agreement')],
  ])('%s', async (ending, from, bytes) => {
    expect(await wordsOf(ending, await older(folder, from, bytes, ending))).toContain('Purchase agreement')
  })

  test('a document under the ending of another kind, as older programs wrote them', async () => {
    const workbook = await older(folder, 'ods', ods([['Purchase agreement']]), 'xls')
    expect(await wordsOf('doc', workbook)).toContain('Purchase agreement')
  })

  test('a drawing of Windows', async () => {
    expect(await pdfText(await converted(office, 'emf', documents.emf()))).toHaveLength(1)
  })

  test('a document in fonts that are not here, in ours', async () => {
    const run = '<w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/></w:rPr><w:t>Purchase agreement</w:t>'
    const pdf = await converted(office, 'docx', docx(`<w:p><w:r>${run}</w:r></w:p>`))
    expect(pdf.toString('latin1')).toMatch(/\+Carlito/)
  })

  test('a document in a font that nothing here stands in for, which is told of', async () => {
    const run = (font: string): string =>
      `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>Text</w:t></w:r>`
    const words = docx(`<w:p>${run('Arial')}${run('Frutiger 55')}</w:p>`)
    const asking = { input: once(words), ending: 'docx', to: 'pdf' } as const
    const { missingFonts } = await office.convert(asking, async (made) => made.findings)
    expect(missingFonts).toEqual(['Frutiger 55'])
  })

  test('a presentation in a font that nothing here stands in for, in a group too, which is told of', async () => {
    const style = (name: string, font: string): string =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties fo:font-family="${font}"/></style:style>`
    const box = (name: string): string =>
      `<draw:frame svg:width="9cm" svg:height="3cm"><draw:text-box><text:p><text:span text:style-name="${name}">Text</text:span></text:p></draw:text-box></draw:frame>`
    const head = `<office:automatic-styles>${style('a', 'Frutiger 55')}${style('b', 'Univers 45')}${style('c', 'Arial')}</office:automatic-styles>`
    const slide = `<draw:page draw:name="s">${box('a')}<draw:g>${box('b')}</draw:g>${box('c')}</draw:page>`
    const asking = {
      input: once(openDocument('presentation', slide, { head })),
      ending: 'odp',
      to: 'pdf',
    } as const
    const { missingFonts } = await office.convert(asking, async (made) => made.findings)
    expect(missingFonts).toEqual(['Frutiger 55', 'Univers 45'])
  })

  test('a sheet that is wider than the paper, on one page across', async () => {
    const wide = xlsx([Array.from({ length: 25 }, (_, at) => `c${at}`)])
    const pages = await pdfText(await converted(office, 'xlsx', wide))
    expect(pages.map((page) => [page.includes('c0'), page.includes('c24')])).toEqual([[true, true]])
  })

  test('sheets under their names, with numbers that are never cut', async () => {
    const column =
      '<office:automatic-styles><style:style style:name="narrow" style:family="table-column"><style:table-column-properties style:column-width="0.8cm"/></style:style></office:automatic-styles>'
    const cell =
      '<table:table-cell office:value-type="float" office:value="123456789012"><text:p>1</text:p></table:table-cell>'
    const sheets = ['Rent', 'Tax'].map(
      (name) =>
        `<table:table table:name="${name}"><table:table-column table:style-name="narrow"/><table:table-row>${cell}</table:table-row></table:table>`,
    )
    const book = openDocument('spreadsheet', sheets.join(''), { head: column })
    const pages = await pdfText(await converted(office, 'ods', book))
    expect(pages.map((page) => page.includes('123456789012'))).toEqual([true, true])
    expect(pages.map((page, at) => page.includes(at === 0 ? 'Rent' : 'Tax'))).toEqual([true, true])
  })

  test('a spreadsheet also becomes flat XML, for the grid', async () => {
    const asking = { input: once(ods([['Rent']])), ending: 'ods', to: 'fods' } as const
    const made = await office.convert(asking, wholeOf)
    expect(made.toString()).toMatch(/<table:table table:name="Costs"[^]*<text:p>Rent</)
  })

  test('a document with comments, without them', async () => {
    const comment = (text: string): string =>
      `<office:annotation><text:p>Between us: ${text}</text:p></office:annotation>`
    const rows = ['One', 'Two'].map((text) => `<text:p>${text}${comment(text)}</text:p>`)
    const words = await wordsOf('doc', await older(folder, 'odt', openDocument('text', rows.join('')), 'doc'))
    expect(words).toMatch(/One\s+Two/)
    expect(words).not.toContain('Between us')
  })

  test('each page of a document is a page', async () => {
    expect(await pdfText(await converted(office, 'docx', docx(['One', 'Two', 'Three'])))).toHaveLength(3)
  })

  test('a name that ends in capitals is read as well', async () => {
    expect(await wordsOf('DOCX', docx(['Purchase agreement']))).toContain('Purchase agreement')
  })
})

describe('tracked changes', () => {
  const changed = docx(`<w:p>${tracked('del', 'Nine')}${tracked('ins', 'Eight')}</w:p>`)
  const guarded = docx(`<w:p>${tracked('del', 'Nine')}${tracked('ins', 'Eight')}</w:p>`, {
    settings: '<w:trackRevisions/><w:documentProtection w:edit="trackedChanges" w:enforcement="1"/>',
  })

  test.each([
    ['docx', () => changed],
    ['docx that guards them', () => guarded],
    ['doc', () => older(folder, 'docx', changed, 'doc')],
    ['rtf', () => older(folder, 'docx', changed, 'rtf')],
    ['odt', () => older(folder, 'docx', changed, 'odt')],
  ])('of a %s are shown as if they were accepted, and told of', async (kind, make) => {
    const asking = { input: once(await make()), ending: kind.split(' ')[0]!, to: 'pdf' } as const
    const [text, findings] = await office.convert(asking, async (made) => [
      (await pdfText(await wholeOf(made))).join('').trim(),
      made.findings,
    ])
    expect({ text, findings }).toMatchObject({ text: 'Eight', findings: { hasChanges: true } })
  })

  test('are shown with what was deleted where that is wanted', async () => {
    const asking = { input: once(changed), ending: 'docx', to: 'pdf', showsChanges: true } as const
    expect((await pdfText(await office.convert(asking, wholeOf))).join('')).toMatch(/Nine\s*Eight/)
  })

  test('are none where there are none', async () => {
    const asking = { input: once(docx(['Agreed'])), ending: 'docx', to: 'pdf' } as const
    expect(await office.convert(asking, async (made) => made.findings)).toMatchObject({
      hasChanges: false,
    })
  })
})

describe('a document that names something elsewhere', () => {
  test('gets no picture of another server', async () => {
    requests = []
    const related = [{ id: 'rId5', type: 'image', target: `${address}/a.png`, isExternal: true }]
    const text = await wordsOf('docx', docx(paragraph('Harmless') + linkedPicture('rId5'), { related }))
    expect({ text: text.trim(), requests }).toEqual({ text: 'Harmless', requests: [] })
  })

  test('gets nothing by its fields, links and DDE', async () => {
    requests = []
    await writeFile(path.join(folder, 'secret.txt'), 'Of this machine only')
    const local = pathToFileURL(path.join(folder, 'secret.txt')).href
    const fields = [
      `INCLUDETEXT "${local}"`,
      `INCLUDETEXT "${address}/a.txt"`,
      `INCLUDEPICTURE "${address}/b.png" \\d`,
      `DDEAUTO soffice "${path.join(folder, 'secret.txt')}" a`,
    ]
    const text = await wordsOf('docx', docx(fields.map((one) => field(one, 'as it was')).join('')))
    expect(text).toContain('as it was')
    expect(text).not.toContain('Of this machine only')
    expect(requests).toEqual([])
  })

  test('gets no section, picture or object of this machine or of another', async () => {
    requests = []
    await writeFile(path.join(folder, 'secret.odt'), odt('Of this machine only'))
    const local = pathToFileURL(path.join(folder, 'secret.odt')).href
    const picture = path.join(folder, 'secret.png')
    await writeFile(picture, png())
    const section = (target: string, at: number): string =>
      `<text:section text:name="s${at}"><text:section-source xlink:href="${target}"/><text:p>as it was</text:p></text:section>`
    const frame = (inside: string): string =>
      `<text:p><draw:frame svg:width="5cm" svg:height="5cm">${inside}</draw:frame></text:p>`
    const body = [
      ...[local, `${address}/a.odt`].map(section),
      frame(`<draw:image xlink:href="${address}/b.png"/>`),
      frame(`<draw:object xlink:href="${address}/c.odt"/>`),
      frame(`<draw:object xlink:href="${local}"/>`),
      frame(`<draw:image xlink:href="${pathToFileURL(picture).href}"/>`),
    ]
    const pdf = await converted(office, 'odt', openDocument('text', body.join('')))
    expect(pdf.toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
    const text = (await pdfText(pdf)).join('\n')
    expect(text).toContain('as it was')
    expect(text).not.toContain('Of this machine only')
    expect(requests).toEqual([])
  })

  test('gets no page of another document that is being converted, wherever it looks', async () => {
    const frame = (target: string): string =>
      `<draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${target}"/></draw:frame>`
    const wholly = async (made: Converted): Promise<string> => {
      await wholeOf(made)
      const guesses = Array.from({ length: 200 }, (_, at) => `../../${at + 1}/made/document.pdf`)
      const cwds = processesNaming('soffice').map((id) => `file:///proc/${id}/cwd/made/document.pdf`)
      const slide = `<draw:page draw:name="a">${[...guesses, ...cwds].map(frame).join('')}</draw:page>`
      return (await converted(office, 'odp', openDocument('presentation', slide))).toString('latin1')
    }
    const theirs = { input: once(odp('Of another person')), ending: 'odp', to: 'pdf' } as const
    expect(await office.convert(theirs, wholly)).not.toMatch(/\/Subtype\s*\/(Image|Form)/)
  })

  test('gets no cell of another workbook and no answer of a web service', async () => {
    requests = []
    await writeFile(path.join(folder, 'secret.ods'), ods([['Of this machine only']]))
    const local = pathToFileURL(path.join(folder, 'secret.ods')).href
    const formulas = [
      `WEBSERVICE(&quot;${address}/a&quot;)`,
      `'${local}'#$Costs.A1`,
      `DDE(&quot;soffice&quot;;&quot;${path.join(folder, 'secret.ods')}&quot;;&quot;Costs.A1&quot;)`,
    ]
    const cells = formulas.map(
      (formula) => `<table:table-cell table:formula="of:=${formula}" office:value-type="string"/>`,
    )
    const source = `<table:table-source xlink:href="${local}" table:table-name="Costs"/>`
    const rows = `<table:table-row>${cells.join('')}</table:table-row>`
    const body = `<table:table table:name="A">${rows}</table:table><table:table table:name="B">${source}</table:table>`
    expect(await wordsOf('ods', openDocument('spreadsheet', body))).not.toContain('Of this machine only')
    expect(requests).toEqual([])
  })

  test('runs no macro when it is opened', async () => {
    const trace = path.join(folder, 'trace')
    const listener = `<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts>`
    const module = `Sub Main\nOpen &quot;${trace}&quot; For Output As #1\nClose #1\nEnd Sub`
    const library = 'xmlns:library="http://openoffice.org/2000/library" library:name="Standard"'
    const files = {
      'Basic/script-lc.xml': `<library:libraries ${library} xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
      'Basic/Standard/script-lb.xml': `<library:library ${library}><library:element library:name="M"/></library:library>`,
      'Basic/Standard/M.xml': `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" script:language="StarBasic">${module}</script:module>`,
    }
    const text = await wordsOf(
      'odt',
      openDocument('text', '<text:p>Harmless</text:p>', { head: listener, files }),
    )
    expect(text).toContain('Harmless')
    expect(readdirSync(folder)).not.toContain('trace')
  })
})

describe('a document that cannot be shown says why', () => {
  test.each([
    ['corrupt', 'docx', Buffer.from('This is not a Word document.')],
    ['corrupt', 'docx', docx(['Half of it']).subarray(0, 300)],
    ['corrupt', 'xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(3000, 7)])],
    ['other password', 'docx', documents.compoundFile('EncryptedPackage', Buffer.alloc(64))],
    ['older presentation', 'ppt', documents.compoundFile('PP40', Buffer.alloc(64))],
    ['older presentation', 'PPTX', documents.compoundFile('PP40', Buffer.alloc(64))],
  ])('%s: %s', async (reason, ending, bytes) => {
    await expect(converted(office, ending, bytes)).rejects.toMatchObject({ name: 'ConversionFailed', reason })
  })

  test('too large: more comes out than can', async () => {
    await expect(converted(office, 'odt', odt('Long'), 100)).rejects.toMatchObject({ reason: 'too large' })
  })

  test('a bomb costs itself alone, and the next document is converted', async () => {
    const bomb = docx(paragraph('A'.repeat(300 * 1024 * 1024)))
    await expect(converted(office, 'docx', bomb)).rejects.toMatchObject({ name: 'ConversionFailed' })
    expect(await wordsOf('odt', odt('Next'))).toContain('Next')
  })

  test.each([
    ['timeout', { patience: 4_000 }],
    ['memory', { memory: 500_000_000 }],
  ])(
    '%s: one that is all but endless is ended',
    async (reason, limits) => {
      const cell =
        '<table:table-cell table:number-columns-repeated="200" office:value-type="string"><text:p>x</text:p></table:table-cell>'
      const rows = `<table:table-row table:number-rows-repeated="200000">${cell}</table:table-row>`
      const endless = openDocument('spreadsheet', `<table:table table:name="A">${rows}</table:table>`)
      const by = new LibreOffice({ program, log, ...limits })
      try {
        await expect(converted(by, 'ods', endless)).rejects.toMatchObject({ reason })
      } finally {
        await by.close()
      }
    },
    90_000,
  )
})

test('where something has to confine it and nothing can, nothing is converted', async () => {
  const confining = new Confining({ isRequired: true, find: () => findConfinement([]) })
  const by = new LibreOffice({ program, log, confining })
  by.warm()
  await expect(converted(by, 'odt', odt('Harmless'))).rejects.toMatchObject({ reason: 'not confined' })
  await by.close()
})

test('what is locked is not opened where nothing confines who opens it: no one can look through it before', async () => {
  const locked = await lockedOpenDocument('four brass keys', odt('Locked words'))
  const asking = { input: once(locked), ending: 'odt', to: 'pdf', passwords: ['four brass keys'] } as const
  const reason = 'password not confined'
  await expect(office.convert(asking, wholeOf)).rejects.toMatchObject({ reason })
})

test('who closes it leaves no process and no folder behind, whatever was under way', async () => {
  await office.close()
  const by = new LibreOffice({ program, log })
  by.warm()
  const underWay = converted(by, 'docx', docx(['Under way']))
  underWay.catch(() => undefined)
  await by.close()
  await expect(underWay).rejects.toThrow(/LibreOffice/)
  expect(leftBehind()).toEqual([])
})
