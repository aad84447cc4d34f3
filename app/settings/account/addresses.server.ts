import type { User } from '#server/accounts/accounts.ts'
import { addAddressForm, addressForm, confirmAddressForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { addressPath, settingsPath } from '#app/ui/tab-names.ts'
import { intent, proof, once } from '#app/request/action.server.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

const here = settingsPath('addresses')

export const addressesTab: SettingsTab = {
  load: (context, user) => addressesOf(context, user),
  intents() {
    return {
      addAddress: once(addAddressForm, async ({ form, user, ...context }) => {
        const guid = await context.services.accounts.addresses.add(user, form)
        return goWithNotice(context.visitor, addressPath(guid), `We’ve emailed ${form.email}.`, 'good')
      }),
      confirmAddress: proof(confirmAddressForm, async ({ form, user, ...context }) => {
        const email = await context.services.accounts.addresses.confirm(user, form.address, form.code)
        return goWithNotice(context.visitor, here, `${email} confirmed.`, 'good')
      }),
      sendAddressCode: intent(addressForm, async ({ form, user, ...context }) => {
        await context.services.accounts.addresses.sendAgain(user, form.address)
        const notice = 'New code sent. Only the latest code works.'
        return goWithNotice(context.visitor, addressPath(form.address), notice, 'good')
      }),
      makePrimaryAddress: intent(addressForm, async ({ form, user, ...context }) => {
        const { services, visitor } = context
        const email = await services.accounts.addresses
          .primary(user, form.address)
          .catch((error: unknown) => {
            if (error instanceof Problem && error.problem === 'notFound') return null
            throw error
          })
        return email === null
          ? goWithNotice(visitor, here, 'That address is no longer on your account.', 'bad')
          : goWithNotice(visitor, here, `${email} is now your primary address.`, 'good')
      }),
      removeAddress: once(addressForm, async ({ form, user, ...context }) => {
        const email = await context.services.accounts.addresses.remove(user, form.address)
        return goWithNotice(context.visitor, here, `${email} removed.`, 'good')
      }),
    }
  },
}

/** All addresses, and what can be done with the one that the page's address names. */
async function addressesOf({ services, url, now, session }: ContextAt<'settings.index', 'user'>, user: User) {
  const { hasPassword } = session
  const further = await services.accounts.addresses.list(user)
  const chosen = further.find(({ guid }) => guid === url.searchParams.get('address'))
  const end = chosen?.codeExpiresAt ?? null
  return {
    hasPassword,
    primary: user.email,
    further: further.map(({ guid, email, isConfirmed }) => ({
      guid,
      email,
      isConfirmed,
      to: addressPath(guid),
    })),
    chosen: chosen
      ? {
          guid: chosen.guid,
          email: chosen.email,
          isConfirmed: chosen.isConfirmed,
          codeEnd: end !== null && end > now ? shownTime(end, user.timeZone) : null,
        }
      : null,
  }
}

export type AddressesData = Awaited<ReturnType<typeof addressesOf>>
