import { z } from 'zod'
import type { ListedConnection } from '#server/clouds/connections.ts'
import { cloudOfSource, cloudSources, type CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { isoTime } from './present.ts'
import { call, type Entity } from './table.ts'

const token = z.string().max(20_000).default('')
/** `TokenSource` is Box2, Dropbox2 or Google; the value is an access token, the secret a refresh token. */
const tokenForm = z.object({
  TokenSource: z.string().max(100).default(''),
  TokenValue: token,
  TokenSecret: token,
})

/**
 * What a program does with connections to cloud storage. Their tokens are never given out: `TokenValue` of an answer
 * identifies a connection, as `SourceTokens` of other calls can, and `TokenSecret` is empty.
 */
export const cloudTokensCalls = [
  call('GET /v3/users/token/list', {
    scope: 'read',
    async run({ services, user }) {
      return { Tokens: (await services.clouds.connections.list(user)).map(entityOf) }
    },
  }),
  call('POST /v2/users/token/add', {
    scope: 'never',
    form: tokenForm,
    async run({ services, user, client, form }) {
      if (form.TokenValue === '') throw new Problem('badForm', { text: 'TokenValue is missing.' })
      const tokens = { access: form.TokenValue, refresh: form.TokenSecret || null }
      return entityOf(await services.clouds.connections.add(user, cloudIn(form), tokens, client))
    },
  }),
  call('POST /v2/users/token/refresh', {
    scope: 'never',
    form: tokenForm,
    async run({ services, user, form }) {
      return entityOf(await services.clouds.connections.refresh(user, cloudIn(form)))
    },
  }),
  call('POST /v2/users/token/delete', {
    scope: 'never',
    form: tokenForm,
    async run({ services, user, client, form }) {
      await services.clouds.connections.disconnect(user, cloudIn(form), client)
      return {}
    },
  }),
]

function cloudIn({ TokenSource: source }: { TokenSource: string }): CloudName {
  const name = cloudOfSource(source)
  if (name) return name
  throw new Problem('badForm', { text: 'TokenSource must be Box2, Dropbox2 or Google.' })
}

function entityOf({ cloud, guid, accountName, createdAt, isLost }: ListedConnection): Entity {
  return {
    TokenSource: cloudSources[cloud],
    TokenValue: guid,
    TokenSecret: '',
    AccountName: accountName,
    ConnectedTime: isoTime(createdAt),
    IsConnected: !isLost,
  }
}
