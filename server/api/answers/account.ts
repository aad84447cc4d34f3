import { z } from 'zod'
import type { AnswerShapes } from './answer-shapes.ts'
import { account, branding, chatHash, connection, team, time } from './entities.ts'

/** What calls answer besides StatusCode and StatusMessage: accounts. */
export const accountAnswers: AnswerShapes = {
  'POST /v2/account/token': { User: account, AccessToken: z.string(), ExpiresAt: time, Hash: chatHash },
  'GET /v3/users/info': { User: account },
  'GET /v1/account/validate': {},
  'POST /v1/account/handoff': { Code: z.string(), Url: z.string() },
  'POST /v1/account/logout': {},
  'POST /v5/users': { Status: z.string() },
  'POST /v2/users/password/forget': {},
  'POST /v1/resendactivation': {},
  'GET /v3/activate/{token}': {},
  'POST /v3/activate/{token}': { User: account, AccessToken: z.string(), ExpiresAt: time, Hash: chatHash },
  'POST /v1/plans/payment': {},
  'GET /v2/app/web': { Version: z.string(), AppVersion: z.string() },
  'POST /v2/users/name': {},
  'POST /v2/users/password': {},
  'POST /v1/users/email/{action}': {},
  'POST /v1/users/onboarding/set': { OnboardingStatus: z.int() },
  'GET /v1/sharedemo': { Link: z.string() },
  'POST /v1/sharedemo': { ShareGuid: z.string(), Link: z.string() },
  'GET /v1/team/branding/info': { Team: branding },
  'GET /v1/team/branding/info/{teamGuid}': { Team: branding },
  'GET /v1/team/info': { Team: team },
  'GET /v3/users/token/list': { Tokens: z.array(connection) },
  'POST /v2/users/token/add': connection.shape,
  'POST /v2/users/token/refresh': connection.shape,
  'POST /v2/users/token/delete': {},
  'GET /v1/events': {
    Events: z.array(z.record(z.string(), z.unknown())),
    Cursor: z.string(),
    HasMore: z.boolean(),
  },
}
