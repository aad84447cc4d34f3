export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
}

const bmpHeaderSizes = new Set([12, 16, 40, 52, 56, 64, 108, 124])

export function hasBmpHeader(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'BM') && bytes.length >= 18 && bmpHeaderSizes.has(bytes[14]!) && bytes[15] === 0
}

/** What a RIFF file contains: `WEBP`, `AVI `, `WAVE`. */
export function isRiff(form: string): (bytes: Uint8Array) => boolean {
  return (bytes) => (startsWith(bytes, 'RIFF') || startsWith(bytes, 'RF64')) && startsWith(bytes, form, 8)
}

/** The box that MP4 and its descendants begin with. */
export function isIsoMedia(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'ftyp', 4) && !isAvif(bytes)
}

export function isAvif(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, 'ftyp', 4)) return false
  const brands = new TextDecoder('latin1').decode(bytes.subarray(8, 64))
  return brands.includes('avif') || brands.includes('avis')
}

/** In a file format, or as a bare codestream. */
export function isJpeg2000(bytes: Uint8Array): boolean {
  return startsWith(bytes, '\0\0\0\x0cjP  \r\n\x87\n') || startsWith(bytes, '\xff\x4f\xff\x51')
}

/** QuickTime wrote videos for ten years before `ftyp` existed. */
export function isQuickTime(bytes: Uint8Array): boolean {
  return ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].some((box) => startsWith(bytes, box, 4))
}

/** A program stream, a bare video stream, or a transport stream with its packets of 188 bytes. */
export function isMpegVideo(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '\0\0\x01\xba') || startsWith(bytes, '\0\0\x01\xb3')) return true
  return bytes[0] === 0x47 && bytes[188] === 0x47 && bytes[376] === 0x47
}

/** A tag, or the eleven bits that start each frame. */
export function isMpegAudio(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'ID3') || (bytes[0] === 0xff && bytes[1]! >= 0xe0 && bytes[1] !== 0xff)
}

/** Audio of the kind that Apple's programs write. */
export function isAiff(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'FORM') && (startsWith(bytes, 'AIFF', 8) || startsWith(bytes, 'AIFC', 8))
}

export function isEnhancedMetafile(bytes: Uint8Array): boolean {
  return startsWith(bytes, '\x01\0\0\0') && startsWith(bytes, ' EMF', 40)
}

/** With the header that gives its size, or without. */
export function isMetafile(bytes: Uint8Array): boolean {
  return startsWith(bytes, '\xd7\xcd\xc6\x9a') || startsWith(bytes, '\x01\0\x09\0\0')
}

/** A workbook of Excel 2 to 5 that is in no container: it begins with the record that says its version. */
export function isBareWorkbook(bytes: Uint8Array): boolean {
  const [type, version, length, rest] = bytes
  return type === 9 && [0, 2, 4, 8].includes(version!) && length! >= 4 && length! <= 16 && rest === 0
}

/** A document of Word 2, which is in no container either. */
export function isBareText(bytes: Uint8Array): boolean {
  return startsWith(bytes, '\xdb\xa5\x2d\0')
}

/** A first line such as `Received: …`, after the line that a mailbox puts before its emails. */
export function hasMailHeader(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes).replace(/^(\u00ef\u00bb\u00bf)?\s*/, '')
  return /^(>?From [^\n]*\n)?[A-Za-z][!-9;-~]*:/.test(text)
}

/**
 * UTF-8, UTF-16 with its mark, or one byte per character: no control characters except tab, line ends and form feed.
 */
export function isText(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '%PDF-')) return false
  if (startsWith(bytes, '\xff\xfe')) return isClean('utf-16le', bytes)
  if (startsWith(bytes, '\xfe\xff')) return isClean('utf-16be', bytes)
  return isClean('utf-8', bytes) || !controlBytes(bytes)
}

function isClean(encoding: string, bytes: Uint8Array): boolean {
  try {
    // stream: the last character may be cut off at the end of the sample.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return !/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text)
  } catch {
    return false
  }
}

function controlBytes(bytes: Uint8Array): boolean {
  return bytes.some(
    (byte) => byte === 0x7f || (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b)),
  )
}

export function startsWith(bytes: Uint8Array, magic: string, from = 0): boolean {
  for (let i = 0; i < magic.length; i++) if (bytes[from + i] !== magic.charCodeAt(i)) return false
  return true
}
