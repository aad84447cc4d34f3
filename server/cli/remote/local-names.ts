/** Names that Windows keeps for devices. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const maxBytes = 200

/**
 * What a server calls a file, as a name in the folder where it is saved: never a path, never hidden, nothing that another
 * system would read as one.
 */
export function localName(named: unknown): string {
  const last = String(named ?? '')
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)!
  const plain = last
    .replaceAll(/[\p{C}<>:"|?*]+/gu, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
  const name = reserved.test(plain) ? `_${plain}` : plain
  return shortened(name) || 'file'
}

/** At most the given number of bytes, with the file extension kept. */
function shortened(name: string): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,20})?$/s.exec(name) ?? []
  let short = stem
  while (Buffer.byteLength(short + ending) > maxBytes) short = [...short].slice(0, -1).join('')
  return short + ending
}
