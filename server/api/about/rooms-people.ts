import type { AboutCalls } from './about-call.ts'
import { changedRoom, closedRoom, closedShare, unready } from './codes.ts'
import { limits } from './limits.ts'

/** What is said about calls: the people of data rooms, their files, archives and activity. */
export const aboutRoomPeople: AboutCalls = {
  'GET /v1/folder/manage/user': {
    example: ['?ShareGuid'],
    does: 'List members',
    refusals: [...closedRoom, 20440],
    limits: limits.rows,
    about:
      'For the owner and co-owners: `?ShareGuid=…` (or `RootGuid`) of the room, `&Page=2`. Answers `Members`, each with RecipientUserGuid (of the account of someone who entered, otherwise null), UserEmail, UserName, Permission (`Owner`, `Coowner`, `Contributor`, `Viewer`), ExpiryDate, AddedTime, LastAccessedTime, NumberOfSession, TotalViewedTime, TotalViewedMethod and IsSuspended; `TotalCount`, `Page` and `PageSize`.',
    query: ['Page', 'RootGuid', 'ShareGuid'],
  },
  'GET /v2/folder/manage/user': {
    does: 'List members with their permissions',
    about:
      "The same with RecipientEmail, RecipientName, PermissionIndex, InaccessibleIndex, GroupName and AllowedPrint (-1 not set) instead of UserEmail, UserName and Permission. **PermissionIndex** is the role (0 owner, 1 view, 2 print, 3 download, 4 contributor, 5 co-owner), followed by the permissions of the member's own rules by Index, such as `1;#3=3;#3#2=1`; `;#=0` says that only what is granted is accessible. **InaccessibleIndex** lists what is hidden from the member, with everything below it. Both are stored by guid: an Index is resolved when the call is made. A group's rules are shown with the group, on the website. **TotalViewedTime** is how long the member read files of the room, in seconds, and TotalViewedMethod how that is known, like RecipientTotalViewMethod of shares.",
  },
  'POST /v1/folder/manage/user': {
    example: ['RootGuid', 'Permission=Viewer'],
    does: 'Add, change or remove a member',
    refusals: [...changedRoom, 20404, 20460],
    about:
      'Fields: `RootGuid`, `UserEmail`, `Permission` (`Viewer`, `Contributor`, `Coowner`), `ExpiryDate` (empty for no end). Adds a member, without an email, or changes one; an omitted field stays as it is. With only `ShareGuid` and `UserEmail` the member is removed. Answers `IsAdded` or `IsRemoved`.',
  },
  'POST /v2/folder/manage/user': {
    example: ['ShareGuid', 'PermissionIndex=1'],
    does: 'Add, change or remove a member with permissions',
    about:
      'The same with `ShareGuid`, `UserEmail`, `PermissionIndex`, `InaccessibleIndex`, `ExpiryDate` and `AllowedPrint`. PermissionIndex and InaccessibleIndex each replace all rules of their kind. A new member sees nothing until all rules are written. With only ShareGuid and UserEmail the member is removed.',
  },
  'POST /v1/folder/send/link': {
    does: 'Email invitations to members',
    refusals: [...changedRoom, 20404, 20460, 20463, 20469],
    limits: limits.invitations,
    about:
      'Fields: `RootGuid`, `RecipientEmails` (1 to 100), `Message`. Emails the invitation to members. Other addresses get no email and do not become members. Answers `Members`, each with UserEmail and its own StatusCode and StatusMessage, `TotalCount`, `DoneCount` and `RecipientsCount`; 10003 after 3 emails to one member within an hour, or 100 to all.',
  },
  'POST /v2/folder/send/link': {
    about: 'The same.',
  },
  'GET /v1/folder/view/fileinfo/{ShareGuid}': {
    does: 'What can be done with a file in a data room',
    done: [22000],
    refusals: [...closedRoom, ...unready],
    about:
      'Answers 22000 with `File`: the fields of `/v7/view/fileinfo`, and RootGuid and ParentGuid. Refused for a share.',
  },
  'GET /v1/folder/downloadfile/{ShareGuid}/{viewAs}': {
    does: 'Get a link to a file in a data room',
    done: [22000, 22010],
    refusals: [...closedRoom, ...unready, 20434, 20435, 20440],
    about:
      'Answers 22000 or 22010 with `DownloadUrl`, as `/v2/vieworig` does. `folderowner` is for the owner and co-owners and leads to the file as uploaded; `ownerasrecipient` to what a member with download permission gets; `recipient` and `self` to what the caller is allowed.',
  },
  'GET /v1/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}': {
    does: 'Add a share to an archive',
    done: [22000, 22010],
    refusals: [...closedShare, ...unready, 20434, 20435, 20440, 22020, 22030],
    about:
      'Adds a share to an archive (ZIP) that the program names: `jobDate` is a day, yyyyMMdd, and `batch` 8 random hex characters in lower case. `downloadAs` is a `viewAs`: the file is what `/v2/vieworig` would lead to, or `recipient` what a recipient gets. Answers 22000 when the file is processed, 22010 for one that leaves no room for another in a part of an archive (838,860,800 bytes with all that belongs to it) and becomes a part of its own, and as `/v2/vieworig` where the download would be refused. A file is added once. 22030: the archive is finished, or has files of another data room; use another `batch`.',
  },
  'GET /v1/folder/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}': {
    does: 'Add files of a data room to an archive',
    done: [22000, 22010],
    refusals: [...closedRoom, ...unready, 20434, 20435, 20440, 22020, 22030],
    about:
      'The same for a file in a data room, or all files below a folder that the caller can download, without their folders. `Files` says how many. `folderowner` and `ownerasrecipient` are for the owner and co-owners.',
  },
  'GET /v1/folder/process/zipfile/structure/{ShareGuid}/{jobDate}/{batch}/{downloadAs}': {
    does: 'Add files with their folders to an archive',
    done: [24000],
    refusals: [...closedRoom, ...unready, 20434, 20435, 20440, 22020, 22030],
    about:
      'The same with the folders from the root of the room down, empty ones included. Answers 24000: the folder structure is processed.',
  },
  'GET /v2/folder/process/zipfile/{ShareGuid}/{jobDate}/{batch}/{downloadAs}': {
    does: 'Add files of a data room to an archive',
    done: [22000, 22010],
    refusals: [...closedRoom, ...unready, 20434, 20435, 20440, 22020, 22030],
    about: 'The same as version 1.',
  },
  'GET /v2/folder/process/zipfile/structure/{ShareGuid}/{jobDate}/{batch}/{downloadAs}': {
    does: 'Add files with their folders to an archive',
    done: [24000],
    refusals: [...closedRoom, ...unready, 20434, 20435, 20440, 22020, 22030],
    about: 'The same as version 1.',
  },
  'GET /v1/folder/zipfile/{jobDate}/{batch}': {
    does: 'Finish an archive and get its link',
    done: [22020, 23000],
    refusals: [20404, 20440, 22030],
    limits: limits.archive,
    about:
      "Finishes the archive and answers 23000 'Download started.' with `DownloadUrl`, as `/v2/vieworig` does, and `Parts` (Part, Files, Size in bytes, DownloadUrl). Above 838,860,800 bytes it is split: 22020 'You can only download 800MB of files at a time.' with `Parts` and no `DownloadUrl`. 20440: nothing in it can be downloaded any more. Called again, it answers new links, for three days. A link can be resumed with ranges; 22030 means that something in it can no longer be downloaded as it was, and the archive has to be built again. In the middle of a download the connection is cut then.",
  },
  'GET /v2/folder/zipfile/{jobDate}/{batch}': {
    does: 'Finish an archive and get its link',
    done: [22020, 23000],
    refusals: [20404, 20440, 22030],
    limits: limits.archive,
    about: 'The same as version 1.',
  },
  'GET /v1/folder/whole/zipfile/structure/{RootGuid}/{jobDate}/{batch}/folderowner': {
    does: 'Get a whole data room as an archive',
    done: [22020, 23000],
    refusals: [...closedRoom, 20435, 20440, 22030],
    limits: limits.archive,
    about:
      'For the owner and co-owners: the whole room with its folders, each file as uploaded, in one call. Answers as `/v1/folder/zipfile/{jobDate}/{batch}`.',
  },
  'GET /v2/folder/viewxlsx/{ShareGuid}': {
    does: 'Download the values of a spreadsheet in a data room',
    refusals: [...closedRoom, ...unready, 20404, 20434, 20435, 20440],
    about: '_Raw._ The values of a spreadsheet in a room, like `/v1/viewxlsx`.',
    query: ['format', 'sheet'],
  },
  'POST /v1/folder/tracks/start': {
    does: 'Enter a data room, or open a file in it',
    refusals: [...closedRoom, ...unready, 20432],
    about:
      'Field: `ShareGuid`. For a room: enters it, and answers `TrackId` null. For a file: opens it and starts measuring, like `/v3/tracks/start`.',
  },
  'POST /v1/folder/tracks/stop': {
    does: 'Stop measuring a file in a data room',
    refusals: [20404],
    about: 'Like `/v4/tracks/stop`. The time counts for the file that was opened.',
  },
  'POST /v1/folder/tracks/action/': {
    does: 'Say what a reader does in a data room',
    refusals: [...closedRoom, ...unready, 20434, 20435, 20440, 20441, 20463],
    about: 'Like `/v1/tracks/action/`, for a file in a room.',
  },
  'POST /v1/watermark/remove/folder': {
    does: 'Get a link to a file in a data room without its watermark',
    done: [22000, 22010],
    refusals: [...closedRoom, 20435, 20440],
    about:
      'Field: `ShareGuid` of a file. For the owner and co-owners. Like `/v1/watermark/remove`; it is recorded in the activity of the room.',
  },
  'GET /v1/folder/top/{Status}/{ShareGuid}': {
    does: 'The most active files and members',
    refusals: [...closedRoom, 20440],
    about:
      'For the owner and co-owners: the ten files and the ten members with the most `View`, `Download`, `Print` or `Time` (Status), as `Files` (ShareGuid, DocumentPath) and `Members` (RecipientUserGuid, null without an account and until they entered, RecipientUserEmail, RecipientName; UserEmail is the same address), each with RecipientTotalViewCount, RecipientTotalViewSeconds, RecipientTotalDownloadCount, RecipientTotalPrintCount, TotalViewedTime, TotalViewedMethod and LastTime. Who or what has none is not among them.',
  },
  'GET /v2/folder/top/{Status}/{ShareGuid}': {
    about: 'The same.',
  },
  'GET /v1/folder/tracks/details/{ShareGuid}': {
    does: 'List what happened in a data room',
    refusals: [...closedRoom, 20440],
    limits: limits.rows,
    about:
      'For the owner and co-owners: what happened in the room, the latest first. `Tracks`, each with ShareGuid, DocumentPath (null where it was erased), Sequence, Status (View, Browse, Download, Print, Add and other kinds; Previewed is a look of the owner or a co-owner, which is not counted), UserEmail, ViewStartTime, ViewStopTime (of a Stop and a Read, which are recorded when what they measured ended; otherwise null), IpAddress, GeoLocation, VisitorInfo (what a visitor says about themselves, with `email` and `reason`, not verified; null for other Statuses) and Detail; `Totals` (VisitCount, MembersCount, ViewCount, DownloadCount, PrintCount, TotalViewedTime and TotalViewedMethod) and `HasMore`. `?ViewStartTime=…&ShareGuid=…&Sequence=…` of the last one requests the next page.',
    query: ['Sequence', 'ShareGuid', 'ViewStartTime'],
  },
  'GET /v2/folder/tracks/details/{ShareGuid}': {
    about: 'The same.',
  },
  'GET /v1/folder/export/excel/{RootGuid}': {
    does: 'Export the activity of a data room',
    refusals: [...closedRoom, 20440],
    about:
      "For the owner and co-owners: an Excel workbook with all visits and events of the room, in UTC and the caller's own time zone. The column Method says how seconds are known: measured, estimated or unknown, and then there are none. The answer is the file; `?format=csv` answers the visits as CSV.",
    query: ['format'],
  },
  'GET /v2/folder/export/excel/{RootGuid}': {
    about: 'The same.',
  },
  'GET /v1/folder/recipient-list/excel/{RootGuid}': {
    does: 'Export the members of a data room',
    refusals: [...closedRoom, 20440],
    about: 'Like `folder/export/excel`, of the members and what each did.',
    query: ['format'],
  },
  'GET /v2/folder/recipient-list/excel/{RootGuid}': {
    about: 'The same.',
  },
}
