import type { Migration } from '#server/db/tables/columns.ts'
import { accounts } from './0001-0020/0001-accounts.ts'
import { files } from './0001-0020/0002-files.ts'
import { shares } from './0001-0020/0003-shares.ts'
import { tracking } from './0001-0020/0004-tracking.ts'
import { machinery } from './0001-0020/0005-machinery.ts'
import { keyCheck } from './0001-0020/0006-key-check.ts'
import { growth } from './0001-0020/0007-growth.ts'
import { signIn } from './0001-0020/0008-sign-in.ts'
import { secondFactor } from './0001-0020/0009-second-factor.ts'
import { identities } from './0001-0020/0010-identities.ts'
import { teams } from './0001-0020/0011-teams.ts'
import { signUp } from './0001-0020/0012-sign-up.ts'
import { addresses } from './0001-0020/0013-addresses.ts'
import { usage } from './0001-0020/0014-usage.ts'
import { onboarding } from './0001-0020/0016-onboarding.ts'
import { sharing } from './0001-0020/0017-sharing.ts'
import { passkeys } from './0001-0020/0018-passkeys.ts'
import { sending } from './0001-0020/0019-sending.ts'
import { details } from './0001-0020/0020-details.ts'
import { lists } from './0021-0040/0021-lists.ts'
import { requests } from './0021-0040/0022-requests.ts'
import { comments } from './0021-0040/0023-comments.ts'
import { letters } from './0021-0040/0024-letters.ts'
import { api } from './0021-0040/0025-api.ts'
import { sweeps } from './0021-0040/0026-sweeps.ts'
import { kinds } from './0021-0040/0027-kinds.ts'
import { pulses } from './0021-0040/0028-pulses.ts'
import { rooms } from './0021-0040/0029-rooms.ts'
import { members } from './0021-0040/0030-members.ts'
import { roomNews } from './0021-0040/0031-room-news.ts'
import { roomLife } from './0021-0040/0034-room-life.ts'
import { readingTimes } from './0021-0040/0035-reading-times.ts'
import { knownBrowsers } from './0021-0040/0036-known-browsers.ts'
import { sentForms } from './0021-0040/0037-sent-forms.ts'
import { findings } from './0021-0040/0038-findings.ts'
import { heldLetters } from './0021-0040/0039-held-letters.ts'
import { moreTime } from './0021-0040/0040-more-time.ts'
import { resumableUploads } from './0041-0060/0041-resumable-uploads.ts'
import { zips } from './0041-0060/0042-zips.ts'
import { pageInEmail } from './0041-0060/0043-page-in-email.ts'
import { audit } from './0041-0060/0044-audit.ts'
import { zipSending } from './0041-0060/0046-zip-sending.ts'
import { trueTimes } from './0041-0060/0049-true-times.ts'
import { auditPages } from './0041-0060/0050-audit-pages.ts'
import { roomActivity } from './0041-0060/0053-room-activity.ts'
import { teamPlaces } from './0041-0060/0054-team-places.ts'
import { teamDomains } from './0041-0060/0055-team-domains.ts'
import { plans } from './0041-0060/0056-plans.ts'
import { planLinks } from './0041-0060/0057-plan-links.ts'
import { operatorScreens } from './0041-0060/0058-operator.ts'
import { teamRules } from './0041-0060/0059-team-rules.ts'
import { teamProviders } from './0041-0060/0060-team-providers.ts'
import { branding } from './0061-0080/0061-branding.ts'
import { termsSources } from './0061-0080/0062-terms-sources.ts'
import { survey } from './0061-0080/0063-survey.ts'
import { sumsOfDays } from './0061-0080/0064-sums-of-days.ts'
import { accessTokens } from './0061-0080/0065-access-tokens.ts'
import { webhooks } from './0061-0080/0069-webhooks.ts'
import { cloudConnections } from './0061-0080/0071-clouds.ts'
import { cloudCopies } from './0061-0080/0073-cloud-copies.ts'
import { cloudOrigins } from './0061-0080/0074-cloud-origins.ts'
import { passkeyStrength } from './0061-0080/0075-passkey-strength.ts'
import { preparedExports } from './0061-0080/0078-prepared-exports.ts'
import { lostEmails } from './0081-0100/0081-lost-emails.ts'
import { emailLine } from './0081-0100/0082-email-line.ts'
import { signOut } from './0081-0100/0083-sign-out.ts'
import { roomComments } from './0081-0100/0084-room-comments.ts'
import { sealedForms } from './0081-0100/0087-sealed-forms.ts'
import { zipsOfAPerson } from './0081-0100/0090-zips-of-a-person.ts'
import { slowReceivers } from './0081-0100/0091-slow-receivers.ts'
import { fruitlessPages } from './0081-0100/0092-fruitless-pages.ts'
import { folderDays } from './0081-0100/0094-folder-days.ts'
import { retriedJobs } from './0081-0100/0095-retried-jobs.ts'
import { unfinishedUploads } from './0081-0100/0096-unfinished-uploads.ts'

/** In the order in which they are applied. A released migration is never changed. */
export const migrations: readonly Migration[] = [
  accounts,
  files,
  shares,
  tracking,
  machinery,
  keyCheck,
  growth,
  signIn,
  secondFactor,
  identities,
  teams,
  signUp,
  addresses,
  usage,
  onboarding,
  sharing,
  passkeys,
  sending,
  details,
  lists,
  requests,
  comments,
  letters,
  api,
  sweeps,
  kinds,
  pulses,
  rooms,
  members,
  roomNews,
  roomLife,
  readingTimes,
  knownBrowsers,
  sentForms,
  findings,
  heldLetters,
  moreTime,
  resumableUploads,
  zips,
  pageInEmail,
  audit,
  zipSending,
  trueTimes,
  auditPages,
  roomActivity,
  teamPlaces,
  teamDomains,
  plans,
  planLinks,
  operatorScreens,
  teamRules,
  teamProviders,
  branding,
  termsSources,
  survey,
  sumsOfDays,
  accessTokens,
  webhooks,
  cloudConnections,
  cloudCopies,
  cloudOrigins,
  passkeyStrength,
  preparedExports,
  lostEmails,
  emailLine,
  signOut,
  roomComments,
  sealedForms,
  zipsOfAPerson,
  slowReceivers,
  fruitlessPages,
  folderDays,
  retriedJobs,
  unfinishedUploads,
]
