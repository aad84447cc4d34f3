import { expect, test } from 'vitest'
import { box, flac, h264, mp3, mp4, track, wav, webm } from '#tests/support/files/media.ts'
import type { MediaBytes } from './bytes.ts'
import { mediaLength } from './length.ts'

function bytesOf(content: Buffer): MediaBytes {
  return {
    size: content.length,
    async *read(start, end) {
      yield content.subarray(start, end)
    },
  }
}

/** The head of a table of contents: 600 units a second. */
function movieHead(units: number): Buffer {
  const body = Buffer.alloc(100)
  body.writeUInt32BE(600, 12)
  body.writeUInt32BE(units, 16)
  return box('mvhd', body)
}

const length = (content: Buffer) => mediaLength(bytesOf(content))

test.each([
  ['a wave of 20 seconds', wav(20), 20_000],
  ['an MP3 of 20 frames, 128 kbit/s', mp3(), (417 * 20 * 8) / 128],
  ['a FLAC file of 44,100 samples', flac(44_100), 1000],
  ['a WebM file that says 12,500', webm(12_500), 12_500],
  ['an MP4 file whose table comes last', mp4(movieHead(600 * 90), track('vide', h264(66))), 90_000],
])('the length of %s', async (_, content, expected) => {
  expect(await length(content)).toBe(Math.round(expected))
})

test.each([
  ['an MP4 file without the head of its table', mp4(track('vide', h264(66)))],
  ['an MP4 file of 1,800 hours', mp4(movieHead(600 * 6_480_000))],
  ['a wave without samples', wav(0)],
  ['a text', Buffer.from('no media at all')],
  ['nothing', Buffer.alloc(0)],
  ['a box without a size', Buffer.concat([Buffer.alloc(4), Buffer.from('ftyp'), Buffer.alloc(300)])],
])('of %s is not known', async (_, content) => {
  expect(await length(content)).toBeNull()
})
