import type { User } from '#server/accounts/accounts.ts'
import { maskedAddress } from '#server/rules/accounts/email.ts'
import { carriedBy, type SentFile } from '#server/rules/sharing/file-contradictions.ts'
import { shownAs, type ShownAs } from '#server/rules/sharing/security.ts'
import type { Protections } from '#server/rules/sharing/options.ts'
import type { ReadyShares } from '#server/shares/sending/new-share.ts'
import type { ShownSender } from '#server/viewing/entry/personal-links.ts'
import type { DoorBar } from '#app/ui/frame/door-bar.tsx'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { doorBar, factsAtDoor } from '#app/view-models/door.server.ts'

/** A file that is not shared yet; a note has no guid. */
export type PreviewedFile = SentFile & { guid: string | undefined; mediaType: string; size: number }

/** A page that someone passes before they see the file. */
export type DoorStep = { title: string; text: string; press: string }

/** What the first recipient would meet, ready to display, in the order in which they meet it. */
export type RecipientPreview = {
  email: { from: string; to: string; subject: string; text: string } | null
  door: DoorBar | null
  sender: Pick<ShownSender, 'name' | 'email' | 'company'>
  steps: DoorStep[]
  file: { name: string; facts: string; message: string; press: string; next: string; more: number }
  /** The address of page 1; null for what has no pages in the browser. */
  page: string | null
  isMarked: boolean
}

export async function recipientPreview(
  { services }: RequestContext,
  user: User,
  ready: ReadyShares,
  files: readonly PreviewedFile[],
): Promise<RecipientPreview> {
  const [first] = files
  const sender = await services.viewing.personalLinks.asSender(user)
  const ways = files.map((file) => wayOf(file, ready.protections))
  const email = await services.shares.sending.email(
    user,
    ready,
    ways.map((way) => way === 'download'),
  )
  const protections = carriedBy(first!, ready.protections)
  return {
    email: email && { from: email.from, to: email.to, subject: email.subject, text: email.text },
    door: doorBar(sender),
    sender: { name: sender.name, email: sender.email, company: sender.company },
    steps: stepsBefore(protections, sender, ready.recipients[0]?.email ?? ''),
    file: {
      name: first!.name,
      facts: factsAtDoor({ ...first!, ...protections, pageCount: 0 }),
      message: ready.message,
      press: openWords(protections),
      next: nextWords[ways[0]!],
      more: files.length - 1,
    },
    page: ways[0] === 'pages' ? pageOf(first!, protections) : null,
    isMarked: protections.watermark !== null,
  }
}

function wayOf(file: PreviewedFile, protections: Protections): ShownAs {
  const { isWebView } = carriedBy(file, protections)
  return shownAs(file.kind, file.isShown && isWebView)
}

/** What opening leads to, where that is not the pages that are shown below. */
const nextWords: Record<ShownAs, string> = {
  pages: '',
  player: 'Then the file plays in the browser.',
  download: 'Then they can download the file; it isn’t shown in the browser.',
}

function openWords({ destructSeconds }: Protections): string {
  return destructSeconds > 0 ? 'Open and start the timer' : 'Open'
}

/** In the order of the policy: who they are, the terms, the passkey, their name. */
function stepsBefore(
  { visibility, terms, asksName }: Protections,
  sender: ShownSender,
  email: string,
): DoorStep[] {
  const steps: (DoorStep | false)[] = [
    visibility === 'people' && {
      title: `${sender.firstName || sender.name} shared a confidential file with you`,
      text: `To open it, confirm that you are ${maskedAddress(email)}.`,
      press: 'Email me a code',
    },
    visibility === 'people' && {
      title: 'Check your email',
      text: `We sent a six-digit code to ${maskedAddress(email)}.`,
      press: 'Open file',
    },
    terms !== 'off' && {
      title: 'Terms of access',
      text: `${sender.name} asks you to accept ${terms === 'team' ? 'their team’s terms' : 'these terms'} before you open it.`,
      press: 'Accept and continue',
    },
    visibility === 'passkey' && {
      title: 'Enter the passkey',
      text: 'This file is encrypted with a passkey: a password for this file, which the sender tells you. We never email it.',
      press: 'Continue',
    },
    asksName && {
      title: 'Your name',
      text: `${sender.name} asks for your name before you open the file.`,
      press: 'Continue',
    },
  ]
  return steps.filter((step) => step !== false)
}

function pageOf({ guid }: PreviewedFile, { watermark }: Protections): string {
  const look = watermark
    ? { size: watermark.size, colour: watermark.colour, text: watermark.text || undefined }
    : { mark: 'off' }
  return href(routes.shares.watermarkSample, {}, { ...look, file: guid })
}
