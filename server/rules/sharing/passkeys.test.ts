import { describe, expect, test } from 'vitest'
import { composedPasskey, largestPasskeyFile, passkeyFileProblem, passkeyProblem } from './passkeys.ts'

const person = { firstName: 'Olivia', lastName: 'Ortega', email: 'olivia@example.org' }

describe('a passkey', () => {
  test.each(['kettle42', 'green lantern', 'ключ от сада', 'x'.repeat(3) + 'lamp over'])(
    '%s is taken',
    (typed) => {
      expect(passkeyProblem(typed, person)).toBeNull()
    },
  )

  test.each([
    ['', 'at least 8 characters'],
    ['kettle4', 'at least 8 characters'],
    // Spaces at the ends do not make it longer.
    ['  kettle4  ', 'at least 8 characters'],
    ['a'.repeat(201), 'at most 200'],
    ['password', 'too easy to guess'],
    ['12345678', 'too easy to guess'],
    ['ortega and sons', 'contains your name'],
    ['kettle\u0000one', 'can’t be saved'],
  ])('%j is refused and called a passkey', (typed, words) => {
    const problem = passkeyProblem(typed, person)
    expect(problem).toContain(words)
    expect(problem).not.toContain('password')
  })

  test('is compared without the spaces around it, its letters composed; case and spaces inside count', () => {
    expect(composedPasskey(' gru\u0308n  Tee\n')).toBe('grün  Tee')
  })
})

describe('a file for a passkey', () => {
  test('is a PDF or a picture of at most 30,000,000 bytes', () => {
    for (const mediaType of ['application/pdf', 'image/png', 'image/jpeg', 'image/bmp', 'image/gif']) {
      expect(passkeyFileProblem({ mediaType, size: largestPasskeyFile })).toBeNull()
      expect(passkeyFileProblem({ mediaType, size: largestPasskeyFile + 1 })).toContain(
        'at most 30,000,000 bytes; this one has 30,000,001 bytes',
      )
    }
    expect(largestPasskeyFile).toBe(30_000_000)
  })

  test.each(['text/plain', 'image/webp', 'video/mp4'])('is no %s, and the way out is shown', (mediaType) => {
    const problem = passkeyFileProblem({ mediaType, size: 1 })
    expect(problem).toContain('PDF, PNG, JPG, JPEG, BMP, GIF')
    expect(problem).toContain('"Only people I specify"')
  })
})
