/** Numbers without surprises: the same seed makes the same files again (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below)
  }
}

type Random = (below: number) => number
type Mutation = (bytes: Buffer, random: Random, others: readonly Buffer[]) => Buffer

// What breaks a reader that trusts a length, an offset or a count.
const numbers = ['0', '-1', '1', '65536', '2147483647', '-2147483648', '4294967296', '99999999999999999999']
const edges = [0x00, 0x01, 0x7f, 0x80, 0xff]

const mutations: Mutation[] = [
  function otherBytes(bytes, random) {
    const changed = Buffer.from(bytes)
    for (let times = 1 + random(16); times > 0; times--) changed[random(changed.length)] = random(256)
    return changed
  },
  function edgeBytes(bytes, random) {
    const changed = Buffer.from(bytes)
    const at = random(changed.length)
    changed.fill(edges[random(edges.length)]!, at, Math.min(changed.length, at + 1 + random(8)))
    return changed
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, random(bytes.length))
  },
  function leftOut(bytes, random) {
    const at = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(200))])
  },
  function repeated(bytes, random) {
    const at = random(bytes.length)
    const part = bytes.subarray(at, at + 1 + random(200))
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array<Buffer>(2 + random(40)).fill(part),
      bytes.subarray(at),
    ])
  },
  function otherNumber(bytes, random) {
    const text = bytes.toString('latin1')
    const found = [...text.matchAll(/-?\d+/g)]
    const one = found[random(found.length)]
    if (!one) return bytes
    const wanted = numbers[random(numbers.length)]!
    return Buffer.from(text.slice(0, one.index) + wanted + text.slice(one.index + one[0].length), 'latin1')
  },
  function withPartOfAnother(bytes, random, others) {
    const other = others[random(others.length)]!
    const [at, from] = [random(bytes.length), random(other.length)]
    return Buffer.concat([
      bytes.subarray(0, at),
      other.subarray(from, from + random(2000)),
      bytes.subarray(at),
    ])
  },
]

/** A file that is no longer what it was, in one to four ways. */
export function mutate(bytes: Buffer, random: Random, others: readonly Buffer[]): Buffer {
  let changed = bytes
  for (let times = 1 + random(4); times > 0 && changed.length > 0; times--) {
    changed = mutations[random(mutations.length)]!(changed, random, others)
  }
  return changed
}
