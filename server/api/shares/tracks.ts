import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { viewOf } from '#server/rules/reading/view-as.ts'
import { tellings, type VisitorInfo } from '#server/viewing/reading/tracks.ts'
import { call, openCall } from '#server/api/table.ts'

export const actionForm = z.object({
  ShareGuid: z.string(),
  Status: z.enum(tellings, { error: `Use one of ${tellings.join(', ')}.` }),
  Visitorinfo: z.string().max(4000).default(''),
})

const startForm = z.object({ ShareGuid: z.string() })

export const stopForm = z.object({
  TrackId: z.string(),
  ViewSeconds: z
    .string()
    .regex(/^\d{1,6}(?:\.\d+)?$/, 'Enter a number of seconds.')
    .optional(),
})

export const tracksCalls = [
  call('POST /v1/tracks/action/', {
    scope: 'read',
    form: actionForm,
    async run({ services, identity, form, client }) {
      const { ShareGuid, Status, Visitorinfo } = form
      await services.viewing.tracks.tell(identity, ShareGuid, Status, infoIn(Visitorinfo), client)
      return { ShareGuid, Status }
    },
  }),
  openCall('POST /v1/tracks/action/public', {
    form: actionForm,
    async run({ services, form, client }) {
      const { ShareGuid, Status, Visitorinfo } = form
      await services.viewing.tracks.tellAsStranger(ShareGuid, Status, infoIn(Visitorinfo), client)
      return { ShareGuid, Status }
    },
  }),
  call('POST /v3/tracks/start{viewAs}', {
    scope: 'read',
    form: startForm,
    async run({ services, identity, parameters, form, client }) {
      const view = viewOf(parameters.viewAs)
      if (!view) throw new Problem('viewRefused')
      const TrackId = await services.viewing.tracks.start(identity, form.ShareGuid, view, client)
      return { ShareGuid: form.ShareGuid, TrackId }
    },
  }),
  call('POST /v4/tracks/stop{viewAs}', {
    scope: 'read',
    form: stopForm,
    async run({ services, identity, form, client }) {
      const seconds = form.ViewSeconds === undefined ? null : Number(form.ViewSeconds)
      const ViewSeconds = await services.viewing.tracks.stop(
        identity,
        { track: form.TrackId, seconds },
        client,
      )
      return { TrackId: form.TrackId, ViewSeconds, Method: 'measured' }
    },
  }),
]

const infoForm = z.object({
  email: z.string().max(300).default(''),
  reason: z.string().max(2000).default(''),
})

/** The JSON in which visitors give their name. Throws badForm. */
export function infoIn(text: string): VisitorInfo {
  if (text.trim() === '') return { email: '', reason: '' }
  try {
    return infoForm.parse(JSON.parse(text))
  } catch {
    throw new Problem('badForm', {
      field: 'visitorInfo',
      text: 'Visitorinfo is a JSON object with "email" and "reason", each a text.',
    })
  }
}
