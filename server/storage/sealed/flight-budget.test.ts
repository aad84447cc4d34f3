import { expect, test } from 'vitest'
import { FlightBudget } from './flight-budget.ts'

test('one upload has 1 MiB under way, many share 16 MiB, none has less than 512 KiB, and half is one write', () => {
  const budget = new FlightBudget()
  expect(budget.share()).toBe(1024 * 1024)
  expect(budget.perWrite()).toBe(512 * 1024)
  const leave = Array.from({ length: 20 }, () => budget.enter())
  expect(budget.share()).toBe((16 * 1024 * 1024) / 20)
  for (let i = 0; i < 80; i++) leave.push(budget.enter())
  expect(budget.share()).toBe(512 * 1024)
  expect(budget.perWrite()).toBe(256 * 1024)
  for (const one of leave) {
    one()
    one()
  }
  expect(budget.share()).toBe(1024 * 1024)
})
