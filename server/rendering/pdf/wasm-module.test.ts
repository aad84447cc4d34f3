import { expect, test } from 'vitest'
import { compilePdfium, limitMemory } from './wasm-module.ts'

// A module of one memory, from 1 page to the number written in two bytes.
const module = [0, 97, 115, 109, 1, 0, 0, 0, 5, 5, 1, 1, 1, 0x80, 0x40]

test('the maximum of a memory is rewritten in the bytes it has', async () => {
  const binary = new Uint8Array(module)
  limitMemory(binary, 100)
  expect(binary.slice(-2)).toEqual(Uint8Array.of(0x80 | 100, 0))
  expect(WebAssembly.validate(binary)).toBe(true)
})

test('a maximum that does not fit, or none, is refused', () => {
  expect(() => limitMemory(new Uint8Array(module), 20_000)).toThrow('does not fit')
  expect(() => limitMemory(new Uint8Array(module.slice(0, 8)), 1)).toThrow('no memory section')
  expect(() => limitMemory(new Uint8Array(module.slice(0, 9)), 1)).toThrow('too early')
})

test('PDFium compiles with it', async () => {
  expect(await compilePdfium()).toBeInstanceOf(WebAssembly.Module)
})
