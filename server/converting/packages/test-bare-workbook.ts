const versions = { 2: 0x0009, 3: 0x0209, 4: 0x0409 } as const

/** A workbook as Excel 2, 3 or 4 wrote them, records without a container, with words in its first cell. */
export function bareWorkbook(version: keyof typeof versions, words: string, isLocked = false): Buffer {
  const place = version === 2 ? [0, 0, 0, 0, 0, 0, 0, words.length] : [0, 0, 0, 0, 0, 0, words.length, 0]
  const begin = version === 2 ? [2, 0, 16, 0] : [0, 0, 16, 0, 0, 0]
  return Buffer.concat([
    record(versions[version], begin),
    ...(isLocked ? [record(0x2f, [1, 2, 3, 4])] : []),
    record(version === 2 ? 0x0004 : 0x0204, [...place, ...Buffer.from(words, 'latin1')]),
    record(0x000a, []),
  ])
}

/** A record: its type, its length, and what is in it. */
export function record(type: number, content: readonly number[]): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(content.length, 2)
  return Buffer.concat([head, Buffer.from(content)])
}
