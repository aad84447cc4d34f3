import { expect, test } from 'vitest'
import { FlightBudget } from './flight-budget.ts'

test('one upload has 4 MiB under way, many share 16 MiB, and none has less than two frames', () => {
  const budget = new FlightBudget()
  expect(budget.share()).toBe(4 * 1024 * 1024)
  const leave = Array.from({ length: 8 }, () => budget.enter())
  expect(budget.share()).toBe(2 * 1024 * 1024)
  for (let i = 0; i < 92; i++) leave.push(budget.enter())
  expect(budget.share()).toBe(512 * 1024)
  for (const one of leave) {
    one()
    one()
  }
  expect(budget.share()).toBe(4 * 1024 * 1024)
})
