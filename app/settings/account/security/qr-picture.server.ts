import { encode } from 'uqr'

/** A QR code as one path, a unit per module, with the quiet zone that the standard requires. */
export function qrPicture(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((line, y) =>
    [...runsOf(line)].map(([start, length]) => `M${start} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: path.join('') }
}

function* runsOf(line: boolean[]): Generator<[start: number, length: number]> {
  for (let at = 0; at < line.length; at++) {
    if (!line[at]) continue
    const start = at
    while (line[at]) at++
    yield [start, at - start]
  }
}
