import { BoxServer } from './box.ts'

/** Box with files whose names are as long and as odd as people’s, for the walk through every screen. */
const box = new BoxServer()
const contracts = box.addFolder(
  'Contracts of Alba Logistics GmbH and its subsidiaries, executed and to be executed',
)
box.addFolder('عقود الإيجار')
box.addFolder('Empty')
box.addFile(
  'Share purchase agreement between Halden & Marsh LLP and Alba Logistics GmbH, execution version.pdf',
  'not a PDF at all',
)
box.addFile(
  'Gesellschafterversammlungsprotokollentwurfsfassung_mit_allen_Anlagen_und_Vollmachten.txt',
  'protocol',
)
box.addFile('a'.repeat(255), 'a')
box.addFile('Recordings.bin', 'large', '0', { size: 6 * 1024 ** 4 })
box.addFile('Nothing.txt', '')
/** Its copying is under way for as long as anyone looks. */
box.addFile('Slow.bin', Buffer.alloc(1024 * 1024), '0', { stopsAfter: 1000 })
const inner = box.addFolder('Leases', contracts)
for (let at = 1; at <= 120; at++) box.addFile(`Lease ${at}.txt`, `lease ${at}`, inner)
await box.listen(Number(process.env['PORT']))
