export type UploadedFile = { name: string; type?: string; bytes: Uint8Array }
export type Entry = { name: string; value: string | UploadedFile }
export type Encoded = { contentType: string; body: Uint8Array<ArrayBuffer> }

export function encodeForm(
  entries: Entry[],
  encoding: string,
  options: { sendsPaths?: boolean } = {},
): Encoded {
  return encoding === 'multipart/form-data' ? encodeMultipart(entries, options) : encodeUrl(entries)
}

/** The pairs of a plain form; of a file only the name is sent. */
export function searchOf(entries: Entry[]): URLSearchParams {
  return new URLSearchParams(
    entries.map(({ name, value }) => [name, typeof value === 'string' ? withBreaks(value) : value.name]),
  )
}

function encodeUrl(entries: Entry[]): Encoded {
  const body = new TextEncoder().encode(searchOf(entries).toString())
  return { contentType: 'application/x-www-form-urlencoded', body }
}

/** As browsers write it: quotes and line breaks in names escaped by percent, nothing else. */
function encodeMultipart(entries: Entry[], { sendsPaths = false }): Encoded {
  const boundary = '----StrongroomTestBoundary7MA4YWxkTrZu0gW'
  const parts = entries.map(({ name, value }) => {
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
    if (typeof value === 'string') return Buffer.from(`${field}\r\n\r\n${withBreaks(value)}\r\n`)
    const fileName = sendsPaths && value.name ? `/home/reader/Documents/${value.name}` : value.name
    const type = value.type ?? 'application/octet-stream'
    const head = `${field}; filename="${escaped(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), value.bytes, Buffer.from('\r\n')])
  })
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: new Uint8Array(body) }
}

function escaped(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

function withBreaks(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n')
}
