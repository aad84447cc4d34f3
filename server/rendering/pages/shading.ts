// Two pixels this close belong to one area: the edges of letters and lines have larger steps.
const SMOOTH_STEP = 3
const DARK = 12
const LIGHT = 243
/** A grey that covers less than this share of the sample, or fewer pixels, is not visible. */
const SEEN_PART = 1e-5
const SEEN_PIXELS = 12
/** More greys than charts and the shading of tables have. */
const MOST_FLAT_GREYS = 20

/**
 * Whether a grey page contains a photograph or a gradient, which 16 greys would turn into bands: areas, as opposed to
 * edges, in many greys. `samples` are bytes, the one for each pixel `stride` after the last, from `offset` on.
 */
export function isShaded(
  samples: Uint8Array,
  width: number,
  height: number,
  { stride, offset }: { stride: number; offset: number },
): boolean {
  const counts = new Uint32Array(256)
  const rowBytes = width * stride
  let seen = 0
  // Every other row is enough.
  for (let y = 0; y + 1 < height; y += 2) {
    let at = y * rowBytes + offset
    for (const end = at + rowBytes - stride; at < end; at += stride) {
      const grey = samples[at]!
      if (grey > LIGHT || grey < DARK) continue
      if (Math.abs(grey - samples[at + stride]!) > SMOOTH_STEP) continue
      if (Math.abs(grey - samples[at + rowBytes]!) > SMOOTH_STEP) continue
      counts[grey]!++
    }
    seen += width
  }
  const least = Math.max(SEEN_PIXELS, seen * SEEN_PART)
  return counts.reduce((greys, count) => (count >= least ? greys + 1 : greys), 0) > MOST_FLAT_GREYS
}
