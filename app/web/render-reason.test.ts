import { expect, test } from 'vitest'
import { renderReason, shortRenderReason } from './render-reason.server.ts'

test('what may not be converted here has words of its own, which say whom to tell', () => {
  expect(renderReason('not confined')).toContain('tell your administrator')
  expect(shortRenderReason('not confined')).toBe('not converted here')
})
