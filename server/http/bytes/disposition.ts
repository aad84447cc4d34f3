/** Content-Disposition for a file name in any script (RFC 6266, RFC 5987). */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  const clean = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '_')
  const ascii = clean
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/g, '_')
  if (ascii === clean) return `${disposition}; filename="${ascii}"`
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
