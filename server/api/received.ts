import { z } from 'zod'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { receiveModes } from '#server/viewing/records/received.ts'
import type { ReceivedFile } from '#server/viewing/records/received-facts.ts'
import { isoTime, never, endFields } from './present.ts'
import { call } from './table.ts'

const receivesForm = z.object({
  ReceiveMode: z
    .string()
    .default('all')
    .transform((mode) => mode.toLowerCase() || 'all')
    .pipe(z.enum(receiveModes, { error: `Use one of ${receiveModes.join(', ')}.` })),
  SenderUserEmail: z.string().max(300).default(''),
  SharePageSize: z.coerce.number().int().min(1).max(rowsOnScreen).default(rowsOnScreen),
  Page: z.coerce.number().int().min(1).max(10_000).default(1),
})

/** Nothing is counted beyond this. */
const maxCounted = 10_000

/** What others shared with the confirmed addresses of the caller. */
export const receivedCalls = [
  call('POST /v5/receives', {
    scope: 'read',
    form: receivesForm,
    async run({ services, user, form }) {
      const { files, total, hasMore } = await services.viewing.received.list(user, {
        page: form.Page,
        pageSize: form.SharePageSize,
        mode: form.ReceiveMode,
        sender: form.SenderUserEmail,
        beside: null,
        countTo: maxCounted,
      })
      return {
        Receives: files.map(receiveEntity),
        TotalCount: total,
        Page: form.Page,
        PageSize: form.SharePageSize,
        HasMore: hasMore,
      }
    },
  }),
]

/** A received file: without a name while terms, a passkey or another step come first. */
function receiveEntity(file: ReceivedFile) {
  const { policyFacts, rights, asks, sender } = file
  return {
    ShareGuid: file.shareGuid,
    ShareTime: isoTime(file.addedAt),
    DocumentPath: file.name,
    UserEmail: sender.email,
    SenderName: sender.name,
    RecipientUserEmail: file.email,
    LinkMessage: file.message,
    IsOpen: file.isOpen,
    IsOpened: file.isOpened,
    // Recipients learn no more about a file that is closed to them.
    ...(file.isOpen ? endFields(policyFacts) : { DestructSeconds: null, ExpiryDate: null }),
    ViewFirstTime: policyFacts.firstViewedAt === null ? never : isoTime(policyFacts.firstViewedAt),
    MayView: rights.view,
    MayPrint: rights.print,
    PrintsLeft: rights.printsLeft,
    MayDownload: rights.download,
    AsksPasskey: asks.passkey,
    AsksTerms: asks.terms,
    AsksName: asks.name,
  }
}
