import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { callNames, describedCalls } from '#server/api/calls.ts'
import { aboutCalls } from '#server/api/about/about.ts'
import { codeLabels } from '#server/api/about/codes.ts'
import { openApiDocument } from '#server/api/open-api/document.ts'
import { apiDocs, withCalls } from '#tests/support/api/docs.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { Program } from './program.ts'

const { app } = await makeWorld()
const document = openApiDocument(new URL('http://localhost:3000'))

test('every call is described: what it does, its fields, and what it answers', () => {
  expect([...aboutCalls.keys()].toSorted()).toEqual([...callNames].toSorted())
  const calls = describedCalls()
  const silent = calls.filter(({ about, answer, isRaw }) => about === '' || (!isRaw && answer === null))
  expect(silent.map(({ name }) => name)).toEqual([])
  const fields = calls.flatMap((call) => [...call.parameters, ...call.query, ...call.fields])
  expect(fields.filter(({ name, words }) => name === words).map(({ name }) => name)).toEqual([])
  expect(calls.filter(({ does }) => does === '').map(({ name }) => name)).toEqual([])
})

test('every StatusCode is explained once, and a call declares those that its words name', () => {
  const calls = describedCalls().map((call) => ({
    ...call,
    codes: [...call.done, ...call.refusals, ...call.generalRefusals],
  }))
  const used = new Set(calls.flatMap(({ codes }) => codes.map(({ code }) => code)))
  // Where there is no such call.
  used.add(20405)
  expect([...used].toSorted()).toEqual(Object.keys(codeLabels).map(Number).toSorted())
  const undeclared = calls.flatMap(({ name, about, codes }) =>
    (about.match(/\b[12]\d{4}\b/g) ?? [])
      .filter((code) => !codes.some((one) => one.code === Number(code)))
      .map((code) => `${name}: ${code}`),
  )
  expect(undeclared).toEqual([])
})

test('docs/api.md says of each call what the table says: node tests/support/api/docs.ts writes it', () => {
  const text = readFileSync(apiDocs, 'utf8')
  expect(text).toBe(withCalls(text))
})

test('the OpenAPI document is the one that is described, open to anyone, and a public linter finds no fault', async () => {
  const answer = await new Program(app).get('/api/openapi.json')
  expect([answer.http, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(answer.said).toEqual(JSON.parse(JSON.stringify(document)))
  const config = await createConfig({ extends: ['recommended'] })
  // The linter does not want the address of a test.
  const elsewhere = openApiDocument(new URL('https://files.acme.test'))
  const faults = await lintFromString({ source: JSON.stringify(elsewhere), config })
  expect(faults.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.keys(path))
  expect(operations).toHaveLength(callNames.length)
})

test('the page of the API has each call with an example, for anyone and without script', async () => {
  const reader = await app.browser().open('/api')
  expect(reader.status).toBe(200)
  const { root } = reader.page
  const shown = root.querySelectorAll('h3').map(({ text }) => text.trim())
  expect(shown.toSorted()).toEqual([...callNames].toSorted())
  const anchors = root.querySelectorAll('h3').map(({ id }) => `#${id}`)
  const links = root.querySelectorAll('nav a').map((link) => link.getAttribute('href'))
  expect(links.toSorted()).toEqual(['#codes', ...anchors].toSorted())
  const targets = new Set(root.querySelectorAll('[id]').map(({ id }) => `#${id}`))
  const inside = root.querySelectorAll('main a[href^="#"]').map((link) => link.getAttribute('href')!)
  expect(inside.filter((to) => !targets.has(to))).toEqual([])
  expect(root.querySelectorAll('script')).toHaveLength(0)
  const example = root.querySelectorAll('pre').map(({ text }) => text)
  expect(example.every((text) => text.trim().startsWith('curl -s '))).toBe(true)
})
