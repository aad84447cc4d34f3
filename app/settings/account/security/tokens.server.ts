import {
  createAccessTokenForm,
  endAccessTokenForm,
} from '#server/accounts/access-tokens/access-token-forms.ts'
import type { ListedAccessToken } from '#server/accounts/access-tokens/access-tokens.ts'
import type { User } from '#server/accounts/users.ts'
import { placeOf } from '#server/http/country.ts'
import { tokenScopeLabels } from '#server/rules/accounts/tokens/token-scopes.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { buttonForm, intent, proof, type FormAnswer } from '#app/request/action.server.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

const here = settingsPath('tokens')

/** The answer to the form that makes one, which alone ever shows it: it is stored nowhere on the way. */
export type AccessTokenAnswer = FormAnswer & { accessToken?: string; tokenName?: string }

export const tokensTab: SettingsTab = {
  load: (context, user) => tokensOf(context, user),
  intents() {
    return {
      makeAccessToken: proof(createAccessTokenForm, async ({ form, session, services, client }) => {
        const { token } = await services.accounts.accessTokens.create(session, form, client)
        return Response.json({
          intent: 'makeAccessToken',
          result: {},
          accessToken: token,
          tokenName: form.tokenName,
        } satisfies AccessTokenAnswer)
      }),
      endAccessToken: intent(endAccessTokenForm, async ({ form, user, services, visitor }) => {
        const name = await services.accounts.accessTokens.end(user, form.accessToken)
        const notice = name === null ? 'That access token had already ended.' : `“${name}” ended.`
        return goWithNotice(visitor, here, notice, 'good')
      }),
      endAccessTokens: intent(buttonForm, async ({ user, services, visitor }) => {
        await services.accounts.accessTokens.endAll(user, 'owner')
        return goWithNotice(visitor, here, 'All access tokens ended.', 'good')
      }),
    }
  },
}

async function tokensOf({ services, session, now }: ContextAt<'settings.index', 'user'>, user: User) {
  const tokens = await services.accounts.accessTokens.list(user)
  return {
    tokens: await Promise.all(tokens.map((token) => shownToken(token, user))),
    asks: await services.accounts.accessTokens.requiredConfirmation(session),
    server: services.config.publicUrl.origin,
    earliest: new Date(now).toISOString().slice(0, 10),
  }
}

export type TokensData = Awaited<ReturnType<typeof tokensOf>>
export type ShownToken = TokensData['tokens'][number]

async function shownToken(token: ListedAccessToken, { timeZone }: User) {
  const place = await placeOf(token.usedFrom.replace(/\/\d+$/, ''))
  return {
    guid: token.guid,
    name: token.name,
    scopes: token.scopes.map((scope) => tokenScopeLabels[scope]).join(', '),
    made: shownTime(token.createdAt, timeZone),
    end: token.endsAt === null ? null : shownTime(token.endsAt, timeZone),
    lastUse: token.usedAt === null ? null : shownTime(token.usedAt, timeZone),
    from: place === '' ? token.usedFrom : `${place} (${token.usedFrom})`,
  }
}
