import { describe, expect, test } from 'vitest'
import { COLUMNS, decodeText, layOutText, LINES } from './text-layout.ts'

describe('a text file', () => {
  test.each([
    ['UTF-8', Buffer.from('Grüße 中')],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße 中')],
    ['UTF-16 little endian', Buffer.from('\ufeffGrüße 中', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\ufeffGrüße 中', 'utf16le').swap16()],
  ])('in %s is understood', (_, bytes) => {
    expect(decodeText(bytes)).toBe('Grüße 中')
  })

  test('that is not valid UTF-8 is taken for Latin-1', () => {
    expect(decodeText(Buffer.from('Grüße', 'latin1'))).toBe('Grüße')
  })
})

describe('laying out', () => {
  test('starts a page after so many lines and at a form feed', () => {
    expect(layOutText('x\n'.repeat(LINES + 1)).map((page) => page.length)).toEqual([LINES, 1])
    expect(layOutText('a\fb')).toEqual([['a'], ['b']])
  })

  test('knows all line ends and adds no line for the last', () => {
    expect(layOutText('a\r\nb\rc\n\nd\n')).toEqual([['a', 'b', 'c', '', 'd']])
  })

  test('makes one empty page of nothing', () => {
    expect(layOutText('')).toEqual([['']])
  })

  test('breaks long lines after a word, and long words anywhere', () => {
    const [page] = layOutText(`${'word '.repeat(20)}end\n${'x'.repeat(COLUMNS + 3)}`)
    expect(page!.map((line) => line.trimEnd().length)).toEqual([79, 23, COLUMNS, 3])
  })

  test('counts East Asian characters as two columns and combining ones as none', () => {
    expect(layOutText('漢'.repeat(50))[0]!.map((line) => line.length)).toEqual([41, 9])
    expect(layOutText('e\u0301'.repeat(COLUMNS))[0]).toHaveLength(1)
  })

  test('sets tabs every eight columns', () => {
    expect(layOutText('a\tb\t\tc')[0]).toEqual(['a       b               c'])
  })

  test('shows control characters and halves of pairs as unknown', () => {
    expect(layOutText('a\u0000b\ud800c')[0]).toEqual(['a\ufffdb\ufffdc'])
  })

  test('refuses more than 5,000 pages', () => {
    expect(() => layOutText('\n'.repeat(LINES * 5_000 + 2))).toThrow(
      expect.objectContaining({ reason: 'too many pages' }),
    )
  })
})
