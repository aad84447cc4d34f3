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
  const [reach, use] = await Promise.all([
    services.shares.sent.reach(user, { countTo: maxCounted + 1 }),
    services.files.usage.of(user),
  ])
  const { open, people, shares, files } = reach
  const date = erasureTime(now, user.timeZone)
  return {
    atOnce: [
      open === 0
        ? 'You have no share that can be opened now.'
        : `${countedAtMost(open, 'share')} ${open === 1 ? 'stops' : 'stop'} working: nobody can open ${open === 1 ? 'it' : 'them'} any more.`,
      ...(people === 0
        ? []
        : [
            `${countedAtMost(people, 'recipient')} ${people === 1 ? 'loses' : 'lose'} access, also in the middle of reading.`,
          ]),
      'All your devices are signed out, and links in mails to you stop working.',
      `You get a mail with the date. Until ${date} you can keep the account, as the mail says how; what you shared is open again then.`,
    ],
    later: [
      `${countedAtMost(files, 'file')} (${fileSize(use.consumed)}) with all pages made of ${files === 1 ? 'it' : 'them'}: erased.`,
      `${countedAtMost(shares, 'share')} with recipients, messages, and everything recorded about openings: erased.`,
      'Your account, its settings and its devices: erased. Your address is free for a new account.',
      'None of it can be brought back, not by the person who runs this server either, except from an older backup.',
    ],
    stays: [
      'Files that others sent to you stay with them; with a code by mail you can read them as before.',
      'What senders recorded when you opened their files stays with them.',
      'Copies that recipients downloaded or printed are out of reach.',
    ],
  }
}
