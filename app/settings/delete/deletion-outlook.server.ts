import type { User } from '#server/accounts/accounts.ts'
import { erasureTime } from '#server/rules/accounts/closing.ts'
import { fileSize } from '#server/rules/text/format.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { countedAtMost, maxCounted } from '#app/request/counted-at-most.server.ts'

/** What deleting the account would do, in sentences with numbers. */
export async function deletionOutlook(
  { services, now }: RequestContext,
  user: User,
): Promise<{ atOnce: string[]; later: string[]; stays: string[] }> {
  const [sharingSummary, use] = await Promise.all([
    services.shares.sent.sharingSummary(user, { countTo: maxCounted + 1 }),
    services.files.usage.of(user),
  ])
  const { open, people, shares, files } = sharingSummary
  const date = erasureTime(now, user.timeZone)
  return {
    atOnce: [
      open === 0
        ? 'None of your shares can be opened right now.'
        : `${countedAtMost(open, 'share')} ${open === 1 ? 'stops' : 'stop'} working: no one can open ${open === 1 ? 'it' : 'them'} any more.`,
      ...(people === 0
        ? []
        : [
            `${countedAtMost(people, 'recipient')} ${people === 1 ? 'loses' : 'lose'} access, even while reading.`,
          ]),
      'You’re signed out on all devices, and links in emails to you stop working.',
      `You’ll get an email with the date. Until ${date} you can keep your account, as the email explains; your shares then open again.`,
    ],
    later: [
      `${countedAtMost(files, 'file')} (${fileSize(use.consumed)}) and ${files === 1 ? 'its' : 'their'} pages: deleted.`,
      `${countedAtMost(shares, 'share')} with recipients, messages and all recorded activity: deleted.`,
      'Your account, its settings and its devices: deleted. Your address can be used for a new account.',
      'None of it can be recovered, not even by your administrator, except from an older backup.',
    ],
    stays: [
      'Files that others sent you stay with them. You can still open them with a verification code by email.',
      'What senders recorded when you opened their files stays with them.',
      'Copies that recipients downloaded or printed stay with them.',
    ],
  }
}
