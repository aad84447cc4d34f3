import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeBundle } from '#server/events/events.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { day } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openShare,
  operatorEmail,
  password,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'

const auditor = 'audit@example.com'
const { app } = await makeWorld({ config: { auditEmail: auditor, auditDays: 60 } })

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'trail-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

/** What someone reads who checks an export of everything, without Strongroom. */
async function checked(): Promise<string> {
  const { services } = app.strongroom
  const place = path.join(folder(), 'bundle')
  const { publicUrl } = services.config
  await writeBundle({ ...services, publicUrl }, place, { kind: 'installation', guid: null })
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(place, 'verify.mjs')], {
    encoding: 'utf8',
  })
  return stdout + stderr
}

async function nextDay(): Promise<void> {
  app.clock.advance(day)
  await app.strongroom.services.sweepStorage()
  await app.settle()
  await app.strongroom.services.audit.sign()
  await app.settle()
}

test('each signed head is emailed in a form that proves the trail, and a changed one does not fit it', async () => {
  await nextDay()
  const { text } = await app.outbox.newest(auditor)
  const [line = ''] = /^\{"head":.*\}$/m.exec(text) ?? []
  const copy = path.join(folder(), 'emailed.jsonl')
  const check = async (content: string) => {
    writeFileSync(copy, `${content}\n`)
    return (await app.strongroom.services.audit.check([copy])).damage.map(({ problem }) => problem)
  }
  expect(await check(line)).toEqual([])
  expect(await check(line.replace('"chains":', '"chains":1'))).not.toEqual([])
})

test('an account is deleted with its record, and what is left of the trail can be checked by anyone', async () => {
  const email = 'vera@example.org'
  const browser = await makeUser(app, { email })
  const share = await makeShare(app, browser)
  await openShare(app, share, recipientEmail)
  await nextDay()
  const again = await signIn(app, email)
  await again.open('/setting/delete')
  again.fill('Your password', password).choose(/^I understand/)
  await again.press('Delete my account')
  for (let at = 0; at < 16; at++) await nextDay()
  const { database, audit } = app.strongroom.services
  const left = await database.kysely.selectFrom('event').select(['email', 'detail']).execute()
  expect(JSON.stringify(left)).not.toContain(email)
  expect((await audit.check()).damage).toEqual([])
  expect(await checked()).toContain('\nIntact.')
})

test('what is older than the settings say is erased once a day, and the trail says since when it is whole', async () => {
  const { database, audit } = app.strongroom.services
  await signIn(app, operatorEmail)
  for (let at = 0; at < 62; at++) await nextDay()
  const before = Math.floor(app.clock.now() / day) * day - 60 * day
  const { damage, keptSince } = await audit.check()
  expect(damage).toEqual([])
  // The last day on which there was something to erase.
  expect(keptSince).toBeGreaterThan(before - 5 * day)
  expect(keptSince).toBeLessThanOrEqual(before)
  const heads = await database.kysely.selectFrom('event_head').select('kept_from').execute()
  expect(heads.some(({ kept_from: from }) => from > 1)).toBe(true)
  expect(await checked()).toContain(`up to ${new Date(keptSince!).toISOString()} because of its age`)
})
