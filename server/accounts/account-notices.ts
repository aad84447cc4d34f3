import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { erasedFrom } from '#server/rules/accounts/closing.ts'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { scopesIn } from '#server/rules/accounts/tokens/token-scopes.ts'
import { countryName } from '#server/rules/text/countries.ts'
import { accessTokenEndingEmail, accessTokenMadeEmail } from './access-tokens/access-token-emails.ts'
import { addressAddedEmail, addressRemovedEmail, primaryChangedEmail } from './addresses/address-emails.ts'
import { connectedEmail, disconnectedEmail } from './identities/identity-emails.ts'
import { closedEmail, erasedEmail, keptEmail } from './keeping/closing-emails.ts'
import { choicesOf } from './keeping/notifications.ts'
import { passwordChangedEmail } from './emails.ts'
import {
  recoveryCodesRenewedEmail,
  recoveryCodeUsedEmail,
  secondFactorOffEmail,
  secondFactorOnEmail,
} from './second-factor/second-factor-emails.ts'
import { lockEmail } from './sign-in/lock-notices.ts'
import { newDeviceEmail } from './sign-in/sign-in-notices.ts'
import { userByGuid } from './user-rows.ts'

type Deps = { events: Events; mailer: Mailer; publicUrl: URL }

/** Has the emails written that tell people of what happens to their accounts. */
export function tellOfAccounts(deps: Deps): void {
  tellOfSignIns(deps)
  tellOfSecondFactors(deps)
  tellOfAccessTokens(deps)
  tellOfAddresses(deps)
  tellOfClosing(deps)
}

function tellOfSignIns({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('newDeviceEmail', async (tx, { subject, ip, country, at, client }) => {
    if (!(await choicesOf(tx, subject)).isToldOfDevices) return
    const from = { ip, userAgent: client?.userAgent ?? '', place: countryName(country) }
    await mailer.enqueue(tx, newDeviceEmail({ ...(await ownerOf(tx, subject)), publicUrl, ...from, at }))
  })
  events.onEmail('lockEmail', async (tx, { subject, ip, detail }) => {
    const { to } = await ownerOf(tx, subject)
    const isPasswordKnown = detail?.['what'] === 'second factor'
    await mailer.enqueue(tx, lockEmail(to, { isPasswordKnown, ip, publicUrl }))
  })
  events.onEmail('passwordChangedEmail', async (tx, { subject, at }) =>
    mailer.enqueue(tx, passwordChangedEmail({ ...(await ownerOf(tx, subject)), publicUrl, at })),
  )
  for (const name of ['connectedEmail', 'disconnectedEmail'] as const) {
    const write = { connectedEmail, disconnectedEmail }[name]
    events.onEmail(name, async (tx, { subject, at, facts: { provider, email } }) => {
      const { to } = await ownerOf(tx, subject)
      await mailer.enqueue(tx, write({ to, publicUrl, label: providerLabels[provider], email, at }))
    })
  }
}

function tellOfSecondFactors({ events, mailer, publicUrl }: Deps): void {
  for (const name of ['secondFactorOnEmail', 'recoveryCodesRenewedEmail'] as const) {
    const write = { secondFactorOnEmail, recoveryCodesRenewedEmail }[name]
    events.onEmail(name, async (tx, { subject, at }) => {
      const { to } = await ownerOf(tx, subject)
      await mailer.enqueue(tx, write({ to, publicUrl, at }))
    })
  }
  events.onEmail('secondFactorOffEmail', async (tx, { subject, at, detail }) => {
    const { to } = await ownerOf(tx, subject)
    await mailer.enqueue(
      tx,
      secondFactorOffEmail({ to, publicUrl, at, isByOperator: detail?.['by'] === 'operator' }),
    )
  })
  events.onEmail('recoveryCodeUsedEmail', async (tx, { subject, at, detail }) => {
    const { to } = await ownerOf(tx, subject)
    await mailer.enqueue(tx, recoveryCodeUsedEmail({ to, publicUrl, at, left: Number(detail?.['left']) }))
  })
}

function tellOfAccessTokens({ events, mailer, publicUrl }: Deps): void {
  events.onEmail(
    'accessTokenMadeEmail',
    async (tx, { subject, ip, country, at, detail, facts: { endsAt } }) => {
      const { token: name, scopes } = { token: String(detail?.['token']), scopes: String(detail?.['scopes']) }
      const from = { ip, place: countryName(country), at }
      const values = {
        ...(await ownerOf(tx, subject)),
        publicUrl,
        name,
        scopes: scopesIn(scopes),
        endsAt,
        ...from,
      }
      await mailer.enqueue(tx, accessTokenMadeEmail(values))
    },
  )
  events.onEmail('accessTokenEndingEmail', async (tx, { subject, detail, facts: { endsAt } }) => {
    const name = String(detail?.['token'])
    const email = accessTokenEndingEmail({ ...(await ownerOf(tx, subject)), publicUrl, name, endsAt })
    await mailer.enqueue(tx, email, { usefulUntil: endsAt })
  })
}

function tellOfAddresses({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('addressAddedEmail', async (tx, { subject, at, detail }) => {
    const email = String(detail?.['address'])
    await mailer.enqueue(tx, addressAddedEmail({ ...(await ownerOf(tx, subject)), publicUrl, email, at }))
  })
  events.onEmail('addressRemovedEmail', async (tx, { subject, at, detail }) => {
    const email = String(detail?.['address'])
    const owner = await ownerOf(tx, subject)
    for (const to of [owner.to, email])
      await mailer.enqueue(tx, addressRemovedEmail({ ...owner, to, publicUrl, email, at }))
  })
  events.onEmail('primaryChangedEmail', async (tx, { subject, at, detail }) => {
    const [was, email] = [String(detail?.['from']), String(detail?.['to'])]
    const { timeZone } = await ownerOf(tx, subject)
    for (const to of [was, email])
      await mailer.enqueue(tx, primaryChangedEmail({ to, timeZone, publicUrl, email, was, at }))
  })
}

function tellOfClosing({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('closedEmail', async (tx, { subject, at, detail, facts: { closedAt, mayKeep } }) => {
    // One that is erased at once cannot be kept: its owner gets that letter alone.
    if (erasedFrom(closedAt) <= at) return
    const { to } = await ownerOf(tx, subject)
    const by = detail?.['by'] === 'operator' ? 'operator' : 'owner'
    await mailer.enqueue(tx, closedEmail({ to, publicUrl, closedAt, by, mayKeep }))
  })
  events.onEmail('keptEmail', async (tx, { subject }) => {
    const { to } = await ownerOf(tx, subject)
    await mailer.enqueue(tx, keptEmail({ to, publicUrl }))
  })
  events.onEmail('erasedEmail', async (tx, { facts: { email: to } }) =>
    mailer.enqueue(tx, erasedEmail({ to, publicUrl })),
  )
}

/** Whose account it is, by its primary address. */
async function ownerOf(tx: Transaction, guid: string): Promise<{ to: string; timeZone: string }> {
  const { email: to, time_zone: timeZone } = (await userByGuid(tx, guid))!
  return { to, timeZone }
}
