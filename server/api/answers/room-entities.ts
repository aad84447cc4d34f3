import { z } from 'zod'
import { receivedShare, time } from './entities.ts'

/** What both versions tell of a member. */
const membership = {
  RecipientUserGuid: z.string().nullable(),
  ExpiryDate: time.nullable(),
  AddedTime: time,
  LastAccessedTime: time.nullable(),
  NumberOfSession: z.int(),
  TotalViewedTime: z.int(),
  TotalViewedMethod: z.string(),
  IsSuspended: z.boolean(),
}

export const memberOfVersion1 = z
  .object({
    UserEmail: z.string(),
    UserName: z.string(),
    Permission: z.string(),
    ...membership,
  })
  .meta({ id: 'MemberOfVersion1', description: 'A member of a data room of version 1.' })

export const memberOfVersion2 = z
  .object({
    RecipientEmail: z.string(),
    RecipientName: z.string(),
    PermissionIndex: z.string(),
    InaccessibleIndex: z.array(z.string()),
    GroupName: z.string().nullable(),
    AllowedPrint: z.int(),
    ...membership,
  })
  .meta({ id: 'MemberOfVersion2', description: 'A member of a data room of version 2.' })

export const invited = z
  .object({
    UserEmail: z.string(),
    StatusCode: z.int(),
    StatusMessage: z.string(),
  })
  .meta({ id: 'Invited', description: 'What came of one invitation.' })

export const roomTrack = z
  .object({
    ShareGuid: z.string(),
    DocumentPath: z.string().nullable(),
    Sequence: z.int(),
    Status: z.string(),
    UserEmail: z.string().nullable(),
    ViewStartTime: time,
    ViewStopTime: time.nullable(),
    IpAddress: z.string().nullable(),
    GeoLocation: z.string().nullable(),
    VisitorInfo: z.record(z.string(), z.unknown()).nullable(),
    Detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'RoomTrack', description: 'What happened in a data room.' })

export const roomTotals = z
  .object({
    VisitCount: z.int(),
    MembersCount: z.int().nullable(),
    ViewCount: z.int(),
    DownloadCount: z.int(),
    PrintCount: z.int(),
    TotalViewedTime: z.int(),
    TotalViewedMethod: z.string(),
  })
  .meta({ id: 'RoomTotals', description: 'The figures of a data room.' })

export const room = z
  .object({
    ShareGuid: z.string(),
    RootGuid: z.string(),
    Version: z.int(),
    DocumentPath: z.string().nullable(),
    LinkMessage: z.string().nullable(),
    ShareTime: time,
    ShareStatus: z.string(),
    UserEmail: z.string(),
    SenderName: z.string(),
    PermissionIndex: z.string().optional(),
    IsOpen: z.boolean(),
    SecurityOptions: z.array(z.string()).optional(),
    Watermark: z.string(),
    DestructSeconds: z.int().nullable(),
    ExpiryDate: time.nullable(),
    LastAccessedTime: time.nullable(),
    MembersCount: z.int().nullable().optional(),
    Permission: z.string().optional(),
    ShareOptions: z.array(z.string()).optional(),
  })
  .meta({ id: 'Room', description: 'A data room as one of its people sees it.' })

export const teamRoom = z
  .object({
    ShareGuid: z.string(),
    Version: z.int(),
    DocumentPath: z.string(),
    UserEmail: z.string(),
    SenderName: z.string(),
    ShareStatus: z.string(),
    FilesCount: z.int(),
    Size: z.int(),
    MembersCount: z.int().nullable(),
  })
  .meta({ id: 'TeamRoom', description: 'A data room as a team’s admins see it.' })

export const firstAccessOfMember = z
  .object({
    RecipientUserGuid: z.string().nullable(),
    UserEmail: z.string(),
    UserName: z.string(),
    FirstAccess: time.nullable(),
    LastAccessedTime: time.nullable(),
  })
  .meta({ id: 'FirstAccess', description: 'When a member entered a data room first, and last.' })

export const roomFile = receivedShare
  .extend({ RootGuid: z.string(), ParentGuid: z.string().nullable(), WebView: z.boolean() })
  .meta({ id: 'RoomFile', description: 'A file in a data room.' })

export const item = z
  .object({
    ShareGuid: z.string(),
    RootGuid: z.string(),
    ParentGuid: z.string().nullable(),
    Index: z.string().nullable(),
    DocumentPath: z.string(),
    IsFolder: z.boolean(),
    MimeType: z.string().nullable(),
    Size: z.int().nullable(),
    Sha256: z.string().nullable(),
    UserEmail: z.string().nullable(),
    ShareTime: time,
    DocumentVersion: z.int().nullable(),
    PageCount: z.int().nullable(),
    RenderStatus: z.string().nullable(),
    SourceTokens: z.string(),
    MayPrint: z.boolean(),
    MayDownload: z.boolean(),
    MayAdd: z.boolean(),
  })
  .meta({ id: 'Item', description: 'A row of a folder: a file or another folder.' })

export const openFolder = item
  .omit({ IsFolder: true, MimeType: true, Size: true, Sha256: true, UserEmail: true, ShareTime: true })
  .omit({ DocumentVersion: true, PageCount: true, RenderStatus: true })
  .meta({ id: 'OpenFolder', description: 'The folder that is listed.' })

export const itemInfo = item
  .omit({ MimeType: true, Size: true, Sha256: true, PageCount: true, RenderStatus: true })
  .meta({ id: 'ItemInfo', description: 'A file or folder of a data room.' })

const figures = {
  RecipientTotalViewCount: z.int(),
  RecipientTotalViewSeconds: z.int(),
  RecipientTotalDownloadCount: z.int(),
  RecipientTotalPrintCount: z.int(),
  TotalViewedTime: z.int(),
  TotalViewedMethod: z.string(),
  LastTime: time,
}

export const topFile = z
  .object({ ShareGuid: z.string(), DocumentPath: z.string().nullable(), ...figures })
  .meta({ id: 'TopFile', description: 'A file of a data room, with its figures.' })

export const topMember = z
  .object({
    RecipientUserGuid: z.string().nullable(),
    RecipientUserEmail: z.string(),
    RecipientName: z.string(),
    UserEmail: z.string(),
    ...figures,
  })
  .meta({ id: 'TopMember', description: 'A member of a data room, with their figures.' })

export const seenItem = z
  .object({
    ShareGuid: z.string(),
    RootGuid: z.string(),
    ParentGuid: z.string(),
    DocumentPath: z.string(),
    IsFolder: z.boolean(),
    Size: z.int().nullable(),
  })
  .meta({ id: 'SeenItem', description: 'A row of a folder as a team’s admins see it.' })
