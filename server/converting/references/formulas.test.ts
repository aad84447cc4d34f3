import { expect, test } from 'vitest'
import { leavesDocument } from './formulas.ts'

test.each([
  'HYPERLINK("https://example.org/plan","Plan")',
  'of:=HYPERLINK("http://example.org/#plan";"Plan")',
  'SUM(A1:A3)',
  'formula-is([.A1]>3)',
  "of:is-true-formula(['My sheet'.$A$1:.B2]=1)",
  'cell-content()>=[$Costs.B1]',
  'of:=[.A1]/[$Costs.B1]',
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
  "formula-is(['/srv/canary.ods'#$Costs.A1]=1)",
  "of:=['../canary.ods' #Costs.A1]",
  'of:=[../canary.ods#Costs.A1]',
  "msoxl:='[../canary.xlsx]Costs'!A1",
  "'/srv/canary.xlsx'!A1",
])('%s can leave it', (formula) => {
  expect(leavesDocument(formula)).toBe(true)
})
