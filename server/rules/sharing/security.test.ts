import { describe, expect, test } from 'vitest'
import { standardProtections, type Protections } from './options.ts'
import { securityLabel, shownAs } from './security.ts'

const strict: Protections = { ...standardProtections, watermark: { size: 'small', colour: 'grey', text: '' } }

describe('the security label', () => {
  test('is HIGH for named people, whatever they can do', () => {
    expect(securityLabel(strict).level).toBe('HIGH')
    const generous = { ...strict, mayDownload: true, mayPrint: true, watermark: null }
    expect(securityLabel(generous).level).toBe('HIGH')
  })

  test('is LOW for a link for anyone, whatever else protects it', () => {
    expect(securityLabel({ ...strict, visibility: 'public' }).level).toBe('LOW')
  })

  test('is MED where people can pass the file on', () => {
    expect(securityLabel({ ...strict, mayForward: true }).level).toBe('MED')
    expect(securityLabel({ ...strict, mayForward: true, visibility: 'public' }).level).toBe('LOW')
  })

  test('is HIGH for a passkey, with the note that no one is identified', () => {
    const label = securityLabel({ ...strict, visibility: 'passkey' })
    expect([label.level, label.note]).toEqual(['HIGH', 'identity not verified'])
    expect(label.reasons).toContain(
      'Pages have a watermark with the address that the reader enters, which isn’t verified, their IP address and the time.',
    )
    expect(securityLabel(strict).note).toBeNull()
  })

  test('says how many copies can be printed, and by whom', () => {
    const few = { ...strict, mayPrint: true, printCount: 3 }
    expect(securityLabel(few).reasons).toContain('Each recipient can print 3 copies.')
    expect(securityLabel({ ...few, visibility: 'public' }).reasons).toContain(
      'All recipients together can print 3 copies.',
    )
    expect(securityLabel({ ...few, printCount: 0 }).reasons).toContain('Recipients can’t print.')
  })

  test('says who can open the file and what the mark on its pages shows', () => {
    expect(securityLabel(strict).reasons).toEqual([
      'Each recipient confirms their address with a code we email them.',
      'No one is added without your approval; recipients can ask you.',
      'Pages have a watermark with the recipient’s address and the time.',
      'Recipients can’t download the file.',
      'Recipients can’t print.',
    ])
    expect(securityLabel({ ...strict, visibility: 'public' }).reasons.slice(0, 2)).toEqual([
      'Anyone who gets the link can open the file; no one is identified.',
      'Pages have a watermark with the reader’s IP address and the time.',
    ])
  })

  test('says that there is no mark, and what can be taken away', () => {
    const { reasons } = securityLabel({ ...strict, mayDownload: true, mayPrint: true, watermark: null })
    expect(reasons).toContain('Pages have no watermark.')
    expect(reasons).toContain('Recipients can download the original file.')
    expect(reasons).toContain('Recipients can print.')
  })

  test('says that with a mark the downloaded copy carries it', () => {
    expect(securityLabel({ ...strict, mayDownload: true }).reasons).toContain(
      'Recipients can download a copy with the watermark.',
    )
  })

  test('claims no mark and no printing of what has no pages', () => {
    const generous = { ...strict, mayPrint: true, mayDownload: true, mayReadText: true }
    const played = securityLabel(generous, ['player']).reasons
    expect(played).toContain('Video and audio are streamed without a watermark and could still be recorded.')
    expect(played.join(' ')).not.toMatch(/[Pp]ages|print|carries/)
    const given = securityLabel(generous, ['download']).reasons
    expect(given).toContain('What the browser can’t display can only be downloaded, without a watermark.')
    expect(given.join(' ')).not.toMatch(/[Pp]ages|print|carries|streamed/)
  })

  test('says of several files what holds for each sort', () => {
    const { reasons } = securityLabel(strict, ['pages', 'player', 'download', 'player'])
    expect(reasons).toEqual([...new Set(reasons)])
    for (const words of ['Pages have a watermark', 'Video and audio are streamed', 'What the browser can’t'])
      expect(reasons.filter((reason) => reason.startsWith(words))).toHaveLength(1)
  })

  test('says that a file is not played where only downloading is allowed', () => {
    const { reasons } = securityLabel({ ...strict, isWebView: false, mayDownload: true }, ['player'])
    expect(reasons).toContain('Video and audio don’t play in the browser; they can only be downloaded.')
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
