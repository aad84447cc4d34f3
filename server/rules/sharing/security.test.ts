import { describe, expect, test } from 'vitest'
import { standardProtections, type Protections } from './options.ts'
import { securityLabel, shownAs } from './security.ts'

const strict: Protections = { ...standardProtections, watermark: { size: 'small', colour: 'grey', text: '' } }

describe('the security label', () => {
  test('is HIGH for named people, whatever they may do', () => {
    expect(securityLabel(strict).level).toBe('HIGH')
    const generous = { ...strict, mayDownload: true, mayPrint: true, watermark: null }
    expect(securityLabel(generous).level).toBe('HIGH')
  })

  test('is LOW for a link for anyone, whatever else protects it', () => {
    expect(securityLabel({ ...strict, visibility: 'public' }).level).toBe('LOW')
  })

  test('is MED where people may pass the file on', () => {
    expect(securityLabel({ ...strict, mayForward: true }).level).toBe('MED')
    expect(securityLabel({ ...strict, mayForward: true, visibility: 'public' }).level).toBe('LOW')
  })

  test('is HIGH for a passkey, with the note that no one is identified', () => {
    const label = securityLabel({ ...strict, visibility: 'passkey' })
    expect([label.level, label.note]).toEqual(['HIGH', 'identity not verified'])
    expect(label.reasons).toContain(
      'Pages carry a watermark with the address that the reader gives, which is not verified, the network address and the time of reading.',
    )
    expect(securityLabel(strict).note).toBeNull()
  })

  test('says how many copies may be printed, and by whom', () => {
    const few = { ...strict, mayPrint: true, printCount: 3 }
    expect(securityLabel(few).reasons).toContain('Each reader may print 3 copies.')
    expect(securityLabel({ ...few, visibility: 'public' }).reasons).toContain(
      'All readers together may print 3 copies.',
    )
    expect(securityLabel({ ...few, printCount: 0 }).reasons).toContain('Readers cannot print.')
  })

  test('says who can open the file and what the mark on its pages shows', () => {
    expect(securityLabel(strict).reasons).toEqual([
      'Each reader confirms the address with a code sent by mail.',
      'Nobody is added without your consent; readers can ask you.',
      "Pages carry a watermark with the reader's address and the time of reading.",
      'Readers cannot download the file.',
      'Readers cannot print.',
    ])
    expect(securityLabel({ ...strict, visibility: 'public' }).reasons.slice(0, 2)).toEqual([
      'Anyone who gets the link can open the file; nobody is identified.',
      'Pages carry a watermark with the network address and the time of reading.',
    ])
  })

  test('says that there is no mark, and what may be taken away', () => {
    const { reasons } = securityLabel({ ...strict, mayDownload: true, mayPrint: true, watermark: null })
    expect(reasons).toContain('Pages carry no watermark.')
    expect(reasons).toContain('Readers may download the original file.')
    expect(reasons).toContain('Readers may print.')
  })

  test('says that with a mark the downloaded copy carries it', () => {
    expect(securityLabel({ ...strict, mayDownload: true }).reasons).toContain(
      'Readers may download a copy; the copy carries the watermark.',
    )
  })

  test('claims no mark and no printing of what has no pages', () => {
    const generous = { ...strict, mayPrint: true, mayDownload: true, mayReadText: true }
    const played = securityLabel(generous, ['player']).reasons
    expect(played).toContain(
      'Video and audio are streamed without a watermark; whoever is determined can record them.',
    )
    expect(played.join(' ')).not.toMatch(/[Pp]ages|print|carries/)
    const given = securityLabel(generous, ['download']).reasons
    expect(given).toContain('What the browser cannot show can only be downloaded, as it is.')
    expect(given.join(' ')).not.toMatch(/[Pp]ages|print|carries|streamed/)
  })

  test('says of several files what holds for each sort', () => {
    const { reasons } = securityLabel(strict, ['pages', 'player', 'download', 'player'])
    expect(reasons).toEqual([...new Set(reasons)])
    for (const words of [
      'Pages carry a watermark',
      'Video and audio are streamed',
      'What the browser cannot',
    ])
      expect(reasons.filter((reason) => reason.startsWith(words))).toHaveLength(1)
  })

  test('says that a file is not played where only downloading is allowed', () => {
    const { reasons } = securityLabel({ ...strict, isWebView: false, mayDownload: true }, ['player'])
    expect(reasons).toContain('Video and audio are not played in the browser; they can only be downloaded.')
    expect(reasons.join(' ')).not.toContain('streamed')
  })

  test.each([
    ['pdf', true, 'pages'],
    ['sheet', true, 'pages'],
    ['media', true, 'player'],
    ['media', false, 'download'],
    ['office', false, 'download'],
  ] as const)('%s, shown here: %s, is given as %s', (kind, isShown, way) => {
    expect(shownAs(kind, isShown)).toBe(way)
  })
})
