import { expect, test } from 'vitest'
import { leavesDocument } from './formulas.ts'

test.each([
  'HYPERLINK("https://example.org/plan","Plan")',
  'of:=HYPERLINK("http://example.org/#plan";"Plan")',
  'SUM(A1:A3)',
])('%s stays in its document', (formula) => {
  expect(leavesDocument(formula)).toBe(false)
})

test.each([
  'HYPERLINK("file:///srv/canary.png","Plan")',
  'HYPERLINK("\\\\server\\share","Plan")',
  'HYPERLINK("https://example.org\\\\server","Plan")',
  'HYPERLINK("https://example.org","Plan")&WEBSERVICE("https://example.org")',
  'HYPERLINK("https://example.org",\'[other.xls]Plan\'!A1)',
  'IF(A1,"https://example.org",\'https://example.org/[other.xls]Plan\'!A1)',
])('%s can leave it', (formula) => {
  expect(leavesDocument(formula)).toBe(true)
})
