import { describe, expect, test } from 'vitest'
import { standardProtections, type Protections } from './options.ts'
import { securityLabel } from './security.ts'

const strict: Protections = { ...standardProtections, watermark: { size: 'small', colour: 'grey' } }

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

  test('is HIGH for a passkey, with the note that nobody is identified', () => {
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
})
