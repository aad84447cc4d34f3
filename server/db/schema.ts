import type { Generated } from 'kysely'
import type { Flag, GeneratedFlag } from './tables/flag.ts'
import type { AccessTokenTable } from './tables/accounts/access-token-table.ts'
import type {
  ChallengeTable,
  HandOffTable,
  SessionTable,
  SignupCodeTable,
  TokenTable,
} from './tables/sign-in-tables.ts'
import type { RecoveryCodeTable, SecondFactorTable } from './tables/second-factor-tables.ts'
import type {
  AddressTable,
  KnownBrowserTable,
  KnownDeviceTable,
  NotificationChoiceTable,
  QuietAddressTable,
} from './tables/settings-tables.ts'
import type { CloudTables } from './tables/clouds/cloud-tables.ts'
import type { CommentTable, RoomCommentTable } from './tables/comment-tables.ts'
import type { ConversionTable, FileTable } from './tables/file-tables.ts'
import type { IdentityTable, SignInCodeTable, SignInFlowTable } from './tables/identity-tables.ts'
import type { ShareWordTable } from './tables/list-tables.ts'
import type { HeldKeyTable, PasskeyTable } from './tables/passkey-tables.ts'
import type {
  AcceptanceTable,
  CodeTable,
  IntroductionTable,
  ReaderTable,
  RecipientTable,
  ShareTable,
  TermsTable,
  VisitTable,
} from './tables/share-tables.ts'
import type { HeldLetterTable, PresetTable, SendingFileTable, SendingTable } from './tables/sending-tables.ts'
import type { UploadTable } from './tables/upload-tables.ts'
import type { RemovedVersionTable, ShareVersionTable } from './tables/version-tables.ts'
import type { AccessRequestTable } from './tables/request-tables.ts'
import type {
  ItemTable,
  ItemVersionTable,
  ItemWordTable,
  MemberPrintTable,
  MemberTable,
  RoomAcceptanceTable,
  RoomGroupTable,
  RoomLookTable,
  RoomOfferTable,
  RoomRuleTable,
  RoomTable,
} from './tables/room-tables.ts'
import type {
  MemberNewsTable,
  RoomArrivalTable,
  RoomBatchLineTable,
  RoomBatchTable,
} from './tables/room-news-tables.ts'
import type {
  FolderDayTable,
  ItemDayTable,
  ItemReadingTable,
  MemberDayTable,
  MemberItemTable,
  RoomDayTable,
} from './tables/room-activity-tables.ts'
import type {
  AuditHeadTable,
  AuditKeyTable,
  AuditLeafTable,
  EventHeadTable,
  EventTable,
  TrackTable,
} from './tables/track-tables.ts'
import type { JobTable, RateTable, SentFormTable } from './tables/operator/machinery-tables.ts'
import type { LostEmailTable, OperationTable } from './tables/operator/operator-tables.ts'
import type { PlanLinkTable, PlanPaymentTable, PlanRequestTable } from './tables/plans/plan-tables.ts'
import type { SurveyTable } from './tables/plans/survey-table.ts'
import type {
  SamlUsedTable,
  TeamConnectionTable,
  TeamDomainClaimTable,
  TeamDomainTable,
  TeamPlaceTable,
  TeamTable,
  TeamLogoTable,
  TermsSourceTable,
} from './tables/team-tables.ts'
import type { WebhookSchema } from './tables/webhooks/webhook-tables.ts'
import type { PreparedExportTable } from './tables/exports/prepared-export-table.ts'
import type { ZipEntryTable, ZipPartTable, ZipTable } from './tables/zip-tables.ts'

/**
 * The tables, as both engines see them: identifiers are text (32 hex characters), times are integer epoch
 * milliseconds UTC, flags are 0 or 1, JSON is text.
 */
export interface Schema extends WebhookSchema, CloudTables {
  installation: InstallationTable
  team: TeamTable
  team_domain: TeamDomainTable
  team_domain_claim: TeamDomainClaimTable
  team_place: TeamPlaceTable
  team_connection: TeamConnectionTable
  team_logo: TeamLogoTable
  terms_source: TermsSourceTable
  saml_used: SamlUsedTable
  user: UserTable
  session: SessionTable
  access_token: AccessTokenTable
  token: TokenTable
  address: AddressTable
  notification_choice: NotificationChoiceTable
  known_device: KnownDeviceTable
  known_browser: KnownBrowserTable
  quiet_address: QuietAddressTable
  signup_code: SignupCodeTable
  challenge: ChallengeTable
  sign_in_code: SignInCodeTable
  hand_off: HandOffTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  identity: IdentityTable
  sign_in_flow: SignInFlowTable
  plan_request: PlanRequestTable
  plan_link: PlanLinkTable
  survey: SurveyTable
  plan_payment: PlanPaymentTable
  object: ObjectTable
  file: FileTable
  page: PageTable
  page_image: PageImageTable
  conversion: ConversionTable
  terms: TermsTable
  share: ShareTable
  share_version: ShareVersionTable
  removed_version: RemovedVersionTable
  share_word: ShareWordTable
  recipient: RecipientTable
  held_letter: HeldLetterTable
  passkey: PasskeyTable
  held_key: HeldKeyTable
  acceptance: AcceptanceTable
  introduction: IntroductionTable
  preset: PresetTable
  sending: SendingTable
  sending_file: SendingFileTable
  access_request: AccessRequestTable
  comment: CommentTable
  room_comment: RoomCommentTable
  room: RoomTable
  item: ItemTable
  item_version: ItemVersionTable
  item_word: ItemWordTable
  room_group: RoomGroupTable
  member: MemberTable
  room_rule: RoomRuleTable
  member_print: MemberPrintTable
  room_acceptance: RoomAcceptanceTable
  room_arrival: RoomArrivalTable
  upload: UploadTable
  room_batch: RoomBatchTable
  room_batch_line: RoomBatchLineTable
  member_news: MemberNewsTable
  room_offer: RoomOfferTable
  room_look: RoomLookTable
  code: CodeTable
  reader: ReaderTable
  visit: VisitTable
  track: TrackTable
  room_day: RoomDayTable
  item_day: ItemDayTable
  folder_day: FolderDayTable
  member_day: MemberDayTable
  member_item: MemberItemTable
  item_reading: ItemReadingTable
  zip: ZipTable
  zip_part: ZipPartTable
  zip_entry: ZipEntryTable
  prepared_export: PreparedExportTable
  event: EventTable
  event_head: EventHeadTable
  audit_key: AuditKeyTable
  audit_head: AuditHeadTable
  audit_leaf: AuditLeafTable
  operation: OperationTable
  lost_email: LostEmailTable
  job: JobTable
  rate: RateTable
  sent_form: SentFormTable
}

export type { AuditLeafTable, EventHeadTable, EventTable } from './tables/track-tables.ts'
export type { FileTable } from './tables/file-tables.ts'
export type { UploadTable } from './tables/upload-tables.ts'

/** One row: facts about the whole installation. */
export interface InstallationTable {
  id: 1
  /** Whether the first account, the operator, was created. */
  is_claimed: Flag
  /** Tells the installation's key from another; null until the first start with one. */
  key_check: string | null
}

export interface UserTable {
  guid: string
  email: string
  first_name: string
  last_name: string
  password_hash: string
  status: 'Active' | 'Pending' | 'Suspended'
  tier_code: number
  is_operator: Flag
  time_zone: string
  created_at: number
  password_changed_at: number
  /** Plaintext bytes of the files that the account has; changed in the same transaction as they are. */
  storage_bytes: Generated<number>
  /** When the account was closed, to be erased 14 days later; its status is Suspended then. */
  closed_at: number | null
  /** Only what the owner closed can the owner reopen. */
  closed_by: 'owner' | 'operator' | null
  team_guid: Generated<string | null>
  /** 0 owner, 1 admin, 2 member; null without a team. */
  team_role: Generated<number | null>
  invite_status: Generated<'Active' | 'Pending' | 'Rejected' | 'Removed'>
  /** When its team suspended it; what the team did not suspend, the team cannot restore. */
  team_suspended_at: Generated<number | null>
  /** Bits of `rules/onboarding.ts`. */
  onboarding: Generated<number>
  /** When the latest session began. */
  signed_in_at: Generated<number | null>
  /** What happened later than this is new to the account. */
  news_since: Generated<number | null>
  /** The number of the last week that an email was about, or could have been. */
  week_told: Generated<number | null>
  /** Whether a new password has to be chosen before anything else. */
  must_change_password: GeneratedFlag
  /** Whether the person has not yet given a name and chosen a password. */
  needs_setup: GeneratedFlag
  /** 0 for people who came from a provider and never chose one: the hash is of nothing that anyone knows. */
  has_password: GeneratedFlag
  /** Whether the account has or had a trial of any plan: no one has two. */
  had_trial: GeneratedFlag
  /** When the plan falls back to Free; null for one that does not end. */
  tier_ends_at: Generated<number | null>
  /** How many people its team can have; null for as many as the plan has. */
  seats: Generated<number | null>
}

/** An encrypted object in storage; its key, wrapped by the installation's key. */
export interface ObjectTable {
  guid: string
  /** Plaintext bytes. */
  size: number
  /** 0 for a locked object: no one may learn from a checksum what is in it. */
  crc32: number
  /** Of the plaintext; for a locked object, of its encrypted bytes. */
  sha256: string | null
  /** `fingerprint.sealed`: which key of the installation wrapped it, and the wrapped key. */
  wrapped_key: string
  /** Whether the key that was wrapped is locked by a file key, which a passkey opens. */
  is_locked: GeneratedFlag
  created_at: number
}

/** A page's size in PDF points (1/72 inch) as shown, rotation applied. */
export interface PageTable {
  file_guid: string
  number: number
  width: number
  height: number
}

/** A base page (no watermark) that was rendered once, encrypted like the original. */
export interface PageImageTable {
  file_guid: string
  number: number
  /** Requested pixels. */
  width: number
  object_guid: string
  created_at: number
}
