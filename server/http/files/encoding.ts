/** The best of our encodings that the client accepts (RFC 9110, section 12.5.3). */
export function chosenEncoding(acceptEncoding: string): 'br' | 'gzip' | null {
  const quality = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    if (name) quality.set(name, q ? Number(q.slice(2)) : 1)
  }
  const accepts = (name: string): number => quality.get(name) ?? quality.get('*') ?? 0
  if (accepts('br') > 0 && accepts('br') >= accepts('gzip')) return 'br'
  return accepts('gzip') > 0 ? 'gzip' : null
}
