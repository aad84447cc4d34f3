import { describe, expect, test } from 'vitest'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, makeUser, openShare, operatorEmail, recipientEmail } from '#tests/support/world/make.ts'
import { changeShare, sha256Of } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

/** Where members read them, and where administrators write them. */
const memberTab = '/setting?tabActive=terms'
const tab = '/team/admin?tabActive=terms'

const {
  app,
  operator: owner,
  people: [member, outsider],
} = await makeWorld({
  operator: { browser: somebody() },
  people: [
    { email: 'mia@example.org', browser: somebody() },
    { email: 'otto@example.org', browser: somebody() },
  ],
})
const { all: teams } = app.strongroom.services.teams
const team = await teams.create('Acme')
await teams.addMember(team, operatorEmail, teamRoles.owner)
await teams.addMember(team, 'mia@example.org', teamRoles.member)

async function versions(): Promise<{ version: number; text: string; sha256: string }[]> {
  return app.strongroom.services.database.kysely
    .selectFrom('terms')
    .select(['version', 'text', 'sha256'])
    .where('team_guid', '=', team.guid)
    .orderBy('version')
    .execute()
}

describe('the terms of a team', () => {
  test('are written by its owner in versions, none of which changes', async () => {
    await owner.open('/setting')
    await owner.follow('Terms of access')
    await owner.follow('Change the terms …')
    expect(owner.text()).toContain('Plain text. Each change creates a new version.')
    await owner
      .fill('Text of the terms', 'First text, see https://acme.example/nda')
      .press('Save as new version')
    expect(owner.text()).toContain('Terms saved as version 1.')
    await owner.press('Save as new version')
    await owner
      .fill('Text of the terms', 'Second text of Smith & Co.\r\nNew line')
      .press('Save as new version')
    expect(await versions()).toEqual([
      {
        version: 1,
        text: 'First text, see https://acme.example/nda',
        sha256: sha256Of('First text, see https://acme.example/nda'),
      },
      {
        version: 2,
        text: 'Second text of Smith & Co.\nNew line',
        sha256: sha256Of('Second text of Smith & Co.\nNew line'),
      },
    ])
    await owner.follow('Version 1')
    expect(owner.text()).toContain('First text, see https://acme.example/nda')
    expect(owner.page.root.querySelector('textarea')).toBeNull()
  })

  test('are read by its members, who cannot change them', async () => {
    await member.open(memberTab)
    expect(member.text()).toContain('Second text of Smith & Co.')
    expect(member.page.root.querySelector('textarea')).toBeNull()
    expect(member.page.links('Change the terms …')).toEqual([])
    const before = await versions()
    for (const browser of [member, outsider]) {
      await owner.open(tab)
      const { entries } = owner.page.submission(owner.page.form('saveTerms'))
      await browser.open('/access/logout')
      const own = browser.page.submission(browser.page.form('signOut'))
      const token = own.entries.find(({ name }) => name === 'token')!
      const forged = entries.map((entry) =>
        entry.name === 'token' ? token : entry.name === 'text' ? { ...entry, value: 'Mine' } : entry,
      )
      await browser.submit({ ...own, action: tab, entries: forged })
      expect([browser.status, browser.heading()]).toEqual([404, 'Page not found'])
    }
    expect(await versions()).toEqual(before)
  })

  test('are nothing to other accounts and to strangers', async () => {
    await outsider.open(memberTab)
    expect(outsider.page.links('Terms of access')).toEqual([])
    expect(Buffer.from(outsider.bytes).toString()).not.toContain('Smith')
    await sendUnoffered(app.browser(somebody()), tab, 'saveTerms')
    expect(await versions()).toHaveLength(2)
  })

  test.each([
    ['  ', 'Enter or paste the terms.'],
    ['I <agree>', 'can’t contain the characters'],
    ['x'.repeat(20_001), 'Shorten this to 20000 characters or fewer.'],
  ])('are refused in words when they are %j', async (text, words) => {
    await owner.open(tab)
    await owner.send('saveTerms', { text })
    expect(owner.status).toBe(400)
    expect(owner.text()).toContain(words)
    expect(await versions()).toHaveLength(2)
  })

  test('of two versions saved at once both are kept', { tags: ['engines'] }, async () => {
    const two = [await owner.open(tab), await admin()]
    const before = (await versions()).length
    await Promise.all(two.map((browser, index) => browser.send('saveTerms', { text: `At once ${index}` })))
    expect((await versions()).map(({ version }) => version)).toEqual(
      Array.from({ length: before + 2 }, (_, index) => index + 1),
    )
  })
})

async function admin(): Promise<Browser> {
  const browser = await makeUser(app, { email: 'ada@example.org', browser: somebody() })
  await app.strongroom.services.teams.all.addMember(team, 'ada@example.org', teamRoles.admin)
  return browser.open(tab)
}

describe('a share under the terms of the team', () => {
  test('asks again after a new version where the sender wants that, at the next opening', async () => {
    const [again, once] = [await makeShare(app, owner), await makeShare(app, owner)]
    for (const guid of [again, once]) {
      const rita = await openShare(app, guid, recipientEmail, somebody())
      await changeShare(app, guid, { terms_mode: 'team', asks_terms_again: guid === again ? 1 : 0 })
      await rita.open(`/file/${guid}`)
      expect(rita.text()).toContain('their team’s terms')
      await rita.send('accept', { isAccepted: 'on' })
      expect(rita.path).toBe(`/file/${guid}`)
      await owner.open(tab)
      await owner.send('saveTerms', { text: `Newer than ${guid}` })
      await rita.open(`/file/${guid}`)
      expect(rita.path).toBe(guid === again ? `/file/${guid}/terms` : `/file/${guid}`)
    }
    await owner.open(`/s/${again}/terms`)
    expect(owner.text()).toContain('anyone who accepted an earlier version is asked again')
    expect(owner.text()).toMatch(/Team terms, version \d/)
  })

  test('asks for nothing while the team has no text, and its owner reads so', async () => {
    const { kysely } = app.strongroom.services.database
    const guid = await makeShare(app, outsider)
    await kysely.updateTable('share').set({ terms_mode: 'team' }).where('guid', '=', guid).execute()
    await openShare(app, guid, recipientEmail, somebody())
    await outsider.open(`/s/${guid}/terms`)
    expect(outsider.text()).toContain('Your team has no terms yet, so recipients aren’t asked to accept any.')
  })
})
