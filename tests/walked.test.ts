import { expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { notWalked, screens } from './e2e/walk/screens.ts'

test('the walk in the browser comes to every screen that there is, or says why it does not', () => {
  const pages = everyRoute.filter(({ layout, module }) => layout !== 'none' && module.endsWith('.tsx'))
  const walked = Object.entries(screens).flatMap(([id, list]) => (list.length > 0 ? [id] : []))
  expect([...walked, ...Object.keys(notWalked)].toSorted()).toEqual(pages.map(({ id }) => id).toSorted())
})
