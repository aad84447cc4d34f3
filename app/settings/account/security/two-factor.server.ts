import {
  endByCodeForm,
  endByPasswordForm,
  twoFactorCodeForm,
} from '#server/accounts/second-factor/second-factor-forms.ts'
import type { OwnerProof } from '#server/accounts/second-factor/second-factor.ts'
import type { TwoFactorAnswer, TwoFactorData } from './two-factor-data.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { href, routes } from '#app/routes.ts'
import { buttonForm, intent, proof } from '#app/request/action.server.ts'
import type { RequestContext, ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { qrPicture } from './qr-picture.server.ts'
import { ownPath, wantedBy } from '#app/request/sign-in/wanted.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

const here = settingsPath('twofactor')

export const twoFactorTab: SettingsTab = {
  async load({ services, visitor, url }, user): Promise<TwoFactorData> {
    const { state, codesLeft } = await services.accounts.secondFactor.state(user)
    const offered = state === 'pending' ? await services.accounts.secondFactor.offered(user) : null
    return {
      state,
      codesLeft,
      hasPassword: (await visitor.session())?.hasPassword !== false,
      account: `${user.email} at ${services.config.publicUrl.host}`,
      requiredBy: await services.teams.all.secondFactorRequirement(user),
      onward: wantedBy(url) ?? null,
      offered: offered && { ...offered, picture: qrPicture(offered.address) },
    }
  },
  intents() {
    return {
      beginSecondFactor: intent(buttonForm, async ({ user, ...context }) => {
        await context.services.accounts.secondFactor.begin(user)
        return hereAgain(context)
      }),
      dropSecondFactor: intent(buttonForm, async ({ user, ...context }) => {
        await context.services.accounts.secondFactor.drop(user)
        return goWithNotice(context.visitor, hereAgain(context), 'Two-step verification stays off.', 'good')
      }),
      confirmSecondFactor: proof(twoFactorCodeForm, async ({ form, user, ...context }) => {
        const { services, url } = context
        const wasRequired = await services.teams.all.requiresSecondFactor(user)
        const codes = await services.accounts.secondFactor.confirm(user, form.twoFactorCode)
        return showCodes(
          'confirmSecondFactor',
          codes,
          wasRequired ? ownPath(url.searchParams.get('to')) : null,
        )
      }),
      renewRecoveryCodes: proof(twoFactorCodeForm, async ({ form, user, ...context }) => {
        const codes = await context.services.accounts.secondFactor.renewRecoveryCodes(
          user,
          form.twoFactorCode,
        )
        return showCodes('renewRecoveryCodes', codes)
      }),
      endSecondFactor: proof(endByPasswordForm, async ({ form, ...context }) => {
        return end(context, { password: form.password })
      }),
      endSecondFactorByCode: proof(endByCodeForm, async ({ form, ...context }) => {
        return end(context, { code: form.offCode })
      }),
    }
  },
}

/** The tab, with the page that is wanted afterwards. */
function hereAgain({ url }: Pick<RequestContext, 'url'>): string {
  return href(routes.settings.index, {}, { tabActive: 'twofactor', to: wantedBy(url) })
}

async function end(context: ContextAt<'settings.index', 'user'>, proof: OwnerProof): Promise<Response> {
  await context.services.accounts.secondFactor.end(context.user, proof)
  return goWithNotice(
    context.visitor,
    here,
    'Two-step verification is off. Signing in no longer asks for a code.',
    'good',
  )
}

/** The only page that ever shows them: the answer itself, so that they are stored nowhere on the way. */
function showCodes(name: string, recoveryCodes: string[], onward: string | null = null): Response {
  return Response.json({ intent: name, result: {}, recoveryCodes, onward } satisfies TwoFactorAnswer)
}
