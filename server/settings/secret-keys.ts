/** The keys of SECRET_KEY. Throws an Error. */
export function readSecretKeys(env: NodeJS.ProcessEnv): Buffer[] {
  const texts = (env['SECRET_KEY'] ?? '').split(',').map((text) => text.trim())
  return texts.filter(Boolean).map((text) => {
    if (!/^[0-9a-f]{64}$/i.test(text)) {
      throw new Error(
        'SECRET_KEY must be 64 hexadecimal characters (32 bytes), or several of those separated by commas.',
      )
    }
    return Buffer.from(text, 'hex')
  })
}
