import { expect, test } from 'vitest'
import { box, h264, matroska, movingGif, mp3, mp4, mp4Sound, track, wav } from '#tests/support/files/media.ts'
import { gif } from '#tests/support/files/documents.ts'
import { animationType } from './animation.ts'
import type { MediaBytes } from './bytes.ts'
import { playedType } from './played.ts'

function bytesOf(file: Buffer): MediaBytes {
  return {
    size: file.length,
    async *read(start, end) {
      yield file.subarray(start, end)
    },
  }
}

const ogg = (codec: string) =>
  Buffer.concat([
    Buffer.from('OggS\0\x02', 'latin1'),
    Buffer.alloc(20),
    Buffer.from([1, codec.length]),
    Buffer.from(codec, 'latin1'),
    Buffer.from('OggS\0\0', 'latin1'),
    Buffer.alloc(100),
  ])
const tagged = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x10', 'latin1'), Buffer.alloc(144), mp3()])

test.each<[string, Buffer, string]>([
  ['H.264 and AAC', mp4(track('vide', h264(100)), track('soun', mp4Sound())), 'video/mp4'],
  ['H.264 alone', mp4(track('vide', h264(66))), 'video/mp4'],
  ['AAC alone', mp4(track('soun', mp4Sound())), 'audio/mp4'],
  ['film with a track of text', mp4(track('vide', h264(77)), track('text', box('tx3g'))), 'video/mp4'],
  ['film of a camera, without a type box', mp4(track('vide', h264(77))).subarray(24), 'video/mp4'],
  ['WebM', matroska('webm', 'V_VP9', 'A_OPUS'), 'video/webm'],
  ['WebM of sound', matroska('webm', 'A_VORBIS'), 'audio/webm'],
  ['Ogg Vorbis', ogg('\x01vorbis'), 'audio/ogg'],
  ['Ogg Opus', ogg('OpusHead'), 'audio/ogg'],
  ['WAV', wav(), 'audio/wav'],
  ['WAV of floating point', wav(1, 3), 'audio/wav'],
  ['FLAC', Buffer.from('fLaC\0\0\0\x22', 'latin1'), 'audio/flac'],
  ['MP3', mp3(), 'audio/mpeg'],
  ['MP3 behind its tag', tagged, 'audio/mpeg'],
  ['AAC in frames', Buffer.from([0xff, 0xf1, 0x50, 0x80, 0, 0]), 'audio/aac'],
])('browsers play %s as it is', async (_, file, mediaType) => {
  expect(await playedType(bytesOf(file))).toBe(mediaType)
})

test.each<[string, Buffer]>([
  ['H.264 of ten bits', mp4(track('vide', h264(110)))],
  ['H.265', mp4(track('vide', box('hvc1', Buffer.alloc(100))))],
  ['MPEG-4 Part 2', mp4(track('vide', box('mp4v', Buffer.alloc(100))), track('soun', mp4Sound()))],
  [
    'good pictures with a sound that is not played',
    mp4(track('vide', h264(100)), track('soun', mp4Sound(0xa5))),
  ],
  ['sound without its descriptor', mp4(track('soun', box('mp4a', Buffer.alloc(28))))],
  ['a film without tracks', mp4()],
  ['a film that was cut off', mp4(track('vide', h264(100))).subarray(0, 4000)],
  ['boxes that go round in a circle', Buffer.concat([box('ftyp'), Buffer.alloc(4096)])],
  ['a box longer than its parent', mp4(Buffer.from('\xff\xff\xff\xfftrak', 'latin1'))],
  ['Matroska', matroska('matroska', 'V_MPEG4/ISO/AVC', 'A_AAC')],
  ['WebM with codecs of others', matroska('webm', 'V_VP9', 'A_AC3')],
  ['WebM without tracks', matroska('webm')],
  ['Ogg Theora', ogg('\x80theora')],
  ['WAV with compressed sound', wav(1, 0x11)],
  ['a WAV without its format', Buffer.from('RIFF\x04\0\0\0WAVE', 'latin1')],
  ['MPEG layer II', Buffer.from([0xff, 0xfd, 0x90, 0xc0, 0, 0])],
  ['a tag with nothing behind it', tagged.subarray(0, 100)],
  ['an AVI', Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1')],
  ['a playlist', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:/etc/passwd\n')],
  ['nothing', Buffer.alloc(0)],
])('browsers do not play %s', async (_, file) => {
  expect(await playedType(bytesOf(file))).toBeNull()
})

test('a picture moves where it says so, or has a second frame', async () => {
  const twice = Buffer.concat([movingGif().subarray(0, 19), movingGif().subarray(38)])
  const webp = Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\x02', 'latin1'), Buffer.alloc(9)])
  expect(await animationType(bytesOf(movingGif()))).toBe('image/gif')
  expect(await animationType(bytesOf(twice))).toBe('image/gif')
  expect(await animationType(bytesOf(webp))).toBe('image/webp')
})

test('a picture of one frame does not move, nor does what is cut or no picture', async () => {
  const still = Buffer.concat([
    Buffer.from('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0\x10', 'latin1'),
    Buffer.alloc(9),
  ])
  for (const file of [gif(), gif().subarray(0, 20), still, wav(), Buffer.alloc(0)])
    expect(await animationType(bytesOf(file))).toBeNull()
})
