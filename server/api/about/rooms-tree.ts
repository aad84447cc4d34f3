import type { AboutCalls } from './about-call.ts'
import { badFile, changedRoom, closedRoom, cloud } from './codes.ts'
import { limits } from './limits.ts'

/** What is said about calls: data rooms and what is in them. */
export const aboutRooms: AboutCalls = {
  'GET /v1/folder/list': {
    does: 'List data rooms',
    limits: limits.rows,
    about:
      "The caller's rooms, the newest first: `Folders`, each also with MembersCount (null for callers who do not manage the room), `TotalCount`, `Page`, `PageSize` (200) and `HasMore`. `?Page=…`, or `?ShareGuid=…&ShareTime=…` of the last one, requests the next page.",
    query: ['Page', 'ShareGuid', 'ShareTime'],
  },
  'GET /v2/folder/list': {
    about: 'The same.',
  },
  'GET /v1/shares/info/{ShareGuid}/folder': {
    does: 'A data room',
    refusals: [...closedRoom],
    about: '`Room`, and `File` if ShareGuid is of a file or folder in it.',
  },
  'GET /v2/folder/info/{ShareGuid}/': {
    does: 'A data room of version 2',
    about: 'The same for rooms of version 2.',
  },
  'POST /v1/folder/create/root': {
    does: 'Create a data room',
    refusals: [20463, 20711],
    about:
      'Field: `DocumentPath` (at most 30 characters). Creates a room of version 1 with the caller as its owner. Answers `ShareGuid`.',
  },
  'POST /v2/folder/create/root': {
    does: 'Create a data room of version 2',
    about: 'The same, of version 2.',
  },
  'POST /v1/folder/manage/root': {
    example: ['ShareOptions=["nodownload","noprint"]', 'Watermark=small grey'],
    does: 'Change what applies to a data room',
    refusals: [...changedRoom],
    about:
      'Fields: `ShareGuid`, `ShareOptions` (`download`, `nodownload`, `allowprint`, `noprint`, `expiry`, `destruct`; other words are ignored), `Watermark`, `ExpiryDate`, `DestructSeconds`. Sets what applies to the whole room. An omitted field stays as it is. For the owner and co-owners. Answers `Room`.',
  },
  'POST /v2/folder/manage': {
    example: ['SecurityOptions=["nodownload","noprint"]', 'Watermark=small grey'],
    does: 'Change what applies to a data room of version 2',
    about:
      'The same with `SecurityOptions` instead of ShareOptions: the most the room allows, whatever a role says.',
  },
  'POST /v1/folder/change/name': {
    does: 'Rename a data room, a folder or a file',
    refusals: [...changedRoom, 20404, 20463],
    about:
      'Fields: `ShareGuid`, `DocumentPath`. Renames the room, or a folder or a file in it; a file keeps its extension. Answers `DocumentPath` as stored.',
  },
  'POST /v2/folder/change/name': {
    about: 'The same.',
  },
  'POST /v1/folder/remove': {
    example: ['DocumentPath'],
    does: 'Remove a data room, a folder or a file',
    refusals: [...changedRoom, 20404],
    about:
      "Fields: `ShareGuid`, and for a whole room `DocumentPath`, its name, as a safeguard against removing another room by mistake. Moves a folder or file to the room's trash, or the whole room to its owner's trash; the owner gets an email if someone else did it. Either can be restored on the website for 30 days. 20400: the name is not that of the room.",
  },
  'POST /v2/folder/remove': {
    about: 'The same.',
  },
  'POST /v1/folder/remove/self': {
    does: 'Leave a data room',
    refusals: [...closedRoom, 20440],
    about: 'Field: `ShareGuid` of the room. The caller leaves it.',
  },
  'POST /v2/folder/remove/self': {
    about: 'The same.',
  },
  'GET /v1/folder/firstaccess/{RootGuid}': {
    does: 'Who has entered, and what comes before entering',
    refusals: [...closedRoom],
    about:
      'What the caller has to do before entering: DocumentPath and LinkMessage (null before the terms are accepted), IsFirstAccess, FirstAccess (when the caller first entered), MustEnter and AsksTerms. Changes nothing.\n\nFor the owner and co-owners also `Members`, who first entered latest first, then who has not entered: each with RecipientUserGuid, UserEmail, UserName, FirstAccess and LastAccessedTime; EnteredCount, TotalCount, Page and PageSize. `?Page=…` requests another page.',
    query: ['Page'],
  },
  'GET /v2/folder/firstaccess/{RootGuid}': {
    about: 'The same.',
  },
  'GET /v1/folder/list/admin/{Email}/': {
    does: 'List the data rooms of a team’s member',
    about:
      'For the owner and admins of a team: the rooms of one of its members, by name. `Folders` with ShareGuid, Version, DocumentPath, UserEmail, SenderName, ShareStatus, FilesCount, Size and MembersCount; `TotalCount`, `Page` (`?Page=2`), `PageSize` and `HasMore`. Empty for anyone else.',
    query: ['Page'],
  },
  'GET /v2/folder/list/admin/{Email}/': {
    about: 'The same.',
  },
  'POST /v1/folder/browse/admin': {
    example: ['UserEmail'],
    does: 'See what is in a member’s data room',
    refusals: [20404],
    about:
      'Fields: `ShareGuid` of a room, or of a folder with `RootGuid` of its room; `UserEmail` of the owner, if anything. Answers `Files` (names, kinds and sizes, no permissions, at most 1000), their `TotalCount` and `HasMore`. Works for an hour after a reason was given on the website; before that, and for anyone who is not a team admin, the answer is 20404.',
  },
  'POST /v2/folder/browse/admin': {
    about: 'The same.',
  },
  'POST /v1/folder/browse': {
    does: 'List what is in a folder',
    refusals: [...closedRoom, 20404],
    limits: limits.rows,
    about:
      'Fields: `ShareGuid` of a room or a folder, `SharePageSize` (1 to 200), `Page`. Answers `Folder`, `Files` in the order of the room, `TotalCount` (10,000 at most), `Page` and `PageSize`.',
  },
  'POST /v2/folder/browse': {
    about: 'The same.',
  },
  'POST /v1/folder/create/sub': {
    example: ['ParentGuid'],
    does: 'Create a folder',
    refusals: [...changedRoom, 20404, 20463],
    about: 'Fields: `ParentGuid` (or `ShareGuid`), `DocumentPath`. Creates a folder. Answers `ShareGuid`.',
  },
  'POST /v2/folder/create/sub': {
    about: 'The same.',
  },
  'POST /v1/folder/add/file': {
    example: ['DocumentUrl'],
    does: 'Add a file or a note',
    refusals: [...changedRoom, 20404, 20460, ...badFile, 20467, ...cloud],
    about:
      'Fields: `ParentGuid`; `DocumentUrl`, the ID that `POST /v1/upload?ParentGuid=…` answered; `SameName`: `version` (the default) makes a file with the same name a new version, `both` keeps both. Without DocumentUrl it adds a note: `DocumentPath` is its title and `Message` its text. `Source` is `upload`, `note` or nothing, or a cloud storage, from which a file is copied with `DocumentUrl`, `SourceTokens` and `MimeType` as in `POST /v5/sharefile`. `ShareOptions` and `Size` are accepted and ignored. Answers `ShareGuid`, `DocumentPath` and `DocumentVersion`. 20460: it was not added to the folder; the message says why.',
  },
  'POST /v2/folder/add/file': {
    about: 'The same.',
  },
  'POST /v1/add/notification': {
    does: 'Notify members of new files',
    refusals: [...changedRoom],
    about:
      'Field: `ShareGuid` of the room. Emails members about what the caller added since they were last notified, each only about what that member can see. Answers `RecipientsCount`.',
  },
  'POST /v2/add/notification': {
    about: 'The same.',
  },
  'POST /v1/folder/edit/order': {
    example: ['Order=name'],
    does: 'Reorder a folder',
    refusals: [...changedRoom, 20404, 22030],
    about:
      'Fields: `ParentGuid`; `ShareGuids`, a list of what comes first in it, in that order; or `Order` with `name`, which sorts all by name, folders first. Works on the first 1000 of a folder. 20404: an item is not there. 22030: someone else is reordering it at the same time.',
  },
  'POST /v2/folder/edit/order': {
    about: 'The same.',
  },
}
