import { z } from 'zod'

/** A moment in ISO 8601, in UTC. */
export const time = z.string().meta({ id: 'Time', description: 'A moment in ISO 8601, in UTC.' })

export const chatHash = z
  .object({
    ID: z.string(),
    Date: z.string(),
  })
  .meta({ id: 'ChatHash', description: 'Who someone is, for a support chat.' })

export const account = z
  .object({
    Email: z.string(),
    FirstName: z.string(),
    LastName: z.string(),
    UserGuid: z.string(),
    Status: z.string(),
    StatusInvite: z.string().optional(),
    AccountTier: z.string(),
    AccountTierCode: z.int(),
    OnboardingStatus: z.int(),
    IsPasswordReset: z.boolean(),
    TeamGuid: z.string().nullable(),
    TeamRole: z.int().nullable(),
    UsageStorageConsumed: z.int(),
    UsageStorageQuota: z.int().nullable(),
    HadTrial: z.boolean(),
    EnabledLoginMethod: z.array(z.string()).optional(),
  })
  .meta({ id: 'Account', description: 'The caller’s account.' })

export const message = z
  .object({
    MessageNumber: z.int(),
    MessageText: z.string(),
    MessageTime: time,
    IsSender: z.boolean(),
    IsOwn: z.boolean(),
    IsDeleted: z.boolean(),
    IsRead: z.boolean().optional(),
    UserEmail: z.string().optional(),
    UserName: z.string().optional(),
  })
  .meta({ id: 'Message', description: 'A comment; in a data room with who wrote it.' })

export const thread = z
  .object({
    RecipientUserEmail: z.string(),
    RecipientName: z.string(),
    UnreadCount: z.int(),
    LastTime: time.nullable(),
  })
  .meta({ id: 'Thread', description: 'The comments of one recipient.' })

/** What everyone can know about a share. */
const shared = {
  ShareGuid: z.string(),
  ShareTime: time,
  DocumentPath: z.string(),
  MimeType: z.string(),
  Size: z.int(),
  ShareStatus: z.string(),
  DestructSeconds: z.int().nullable(),
  ExpiryDate: time.nullable(),
  ViewFirstTime: time,
  RenderStatus: z.string().nullable(),
  Watermark: z.string(),
}

export const sentShare = z
  .object({
    ...shared,
    ShareOptions: z.array(z.string()),
    RenderError: z.string().nullable(),
    RecipientsDisplay: z.array(z.string()),
    RecipientsCount: z.int(),
  })
  .meta({ id: 'SentShare', description: 'A share as its sender sees it.' })

export const teamShare = z
  .object({
    ...shared,
    ShareOptions: z.array(z.string()),
    RecipientsCount: z.int(),
    UserEmail: z.string(),
    SenderName: z.string(),
    SecurityLabel: z.string(),
  })
  .meta({ id: 'TeamShare', description: 'A share as a team’s admins see it.' })

export const recipient = z
  .object({
    RecipientUserGuid: z.string().nullable(),
    RecipientUserEmail: z.string(),
    RecipientName: z.string(),
    ViewFirstTime: time,
    RecipientTotalViewCount: z.int(),
    RecipientTotalViewSeconds: z.int(),
    RecipientTotalViewMethod: z.string(),
    RecipientTotalPrintCount: z.int(),
    RecipientTotalDownloadCount: z.int(),
    IsRemoved: z.boolean(),
    IsTold: z.boolean(),
  })
  .meta({ id: 'Recipient', description: 'A recipient, with what they did.' })

export const receivedShare = z
  .object({
    ...shared,
    PageCount: z.int().nullable(),
    LinkMessage: z.string().nullable(),
    UserEmail: z.string(),
    SenderName: z.string(),
    MayDownload: z.boolean(),
    MayPrint: z.boolean(),
  })
  .meta({ id: 'ReceivedShare', description: 'A share as a recipient sees it.' })

export const openedShare = receivedShare
  .extend({ WebView: z.boolean(), IsOpened: z.boolean() })
  .meta({ id: 'OpenedShare', description: 'A share as the person who opened it sees it.' })

export const shareOutcome = z
  .object({
    ShareGuid: z.string(),
    StatusCode: z.int(),
    StatusMessage: z.string(),
  })
  .meta({ id: 'ShareOutcome', description: 'What came of the call for one share.' })

export const received = z
  .object({
    ShareGuid: z.string(),
    ShareTime: time,
    DocumentPath: z.string().nullable(),
    UserEmail: z.string(),
    SenderName: z.string(),
    RecipientUserEmail: z.string(),
    LinkMessage: z.string().nullable(),
    IsOpen: z.boolean(),
    IsOpened: z.boolean(),
    DestructSeconds: z.int().nullable(),
    ExpiryDate: time.nullable(),
    ViewFirstTime: time,
    MayView: z.boolean(),
    MayPrint: z.boolean(),
    PrintsLeft: z.int().nullable(),
    MayDownload: z.boolean(),
    AsksPasskey: z.boolean(),
    AsksTerms: z.boolean(),
    AsksName: z.boolean(),
  })
  .meta({ id: 'Received', description: 'A row of what others shared.' })

export const zipPart = z
  .object({
    Part: z.int(),
    Files: z.int(),
    Size: z.int(),
    DownloadUrl: z.string(),
  })
  .meta({ id: 'ZipPart', description: 'A part of an archive.' })

const bar = { TeamLogoURL: z.string(), TeamColor: z.string(), TeamTextColor: z.string() }

export const branding = z.object(bar).meta({ id: 'Branding', description: 'How a team looks.' })

export const team = z
  .object({
    TeamGuid: z.string(),
    TeamName: z.string(),
    TeamRole: z.int().nullable(),
    ...bar,
    TeamTermsVersion: z.int(),
    TeamTerms: z.string(),
  })
  .meta({ id: 'Team', description: 'The caller’s own team.' })

export const connection = z
  .object({
    TokenSource: z.string(),
    TokenValue: z.string(),
    TokenSecret: z.string(),
    AccountName: z.string().nullable(),
    ConnectedTime: time,
    IsConnected: z.boolean(),
  })
  .meta({ id: 'Connection', description: 'A connection to cloud storage.' })
