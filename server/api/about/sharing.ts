import type { AboutCalls } from './about-call.ts'
import { badFile, closedRoom, closedShare, cloud, unready } from './codes.ts'
import { limits } from './limits.ts'

/** What is said about calls: sharing. */
export const aboutSharing: AboutCalls = {
  'POST /v1/upload': {
    does: 'Upload a file',
    refusals: [...closedRoom, ...badFile],
    limits: limits.upload,
    about:
      "_Raw._ A multipart form with one part `file` that has a file name. Answers the ID as plain text. An ID is valid for one share, for 24 hours, and for the uploader. With `?ParentGuid=…`, a data room or a folder in it, the file is for that room: it becomes the file of the room's owner, counts against the owner's storage and limits, and only the uploader can add it there. A caller without permission to add is refused before a byte is read.\n\nA large file can be sent in parts instead, by [tus 1.0](https://tus.io/protocols/resumable-upload) at `/uploads/resumable` with the same bearer token: `Upload-Metadata` has `filename`, and for a data room `room` and `folder`. The last part of the upload's address is the ID. Extensions: creation, creation-with-upload, termination, expiration, checksum.",
    query: ['ParentGuid'],
  },
  'GET /v1/getpresignedurl': {
    does: 'Get an address for uploads',
    refusals: [...closedRoom, 20440],
    about:
      'An address that takes one upload after another for ten minutes, without a token and no longer than the token that requested it. Answers `Url`, `Method` (`POST`), `FieldName` (`file`) and `ExpiresAt`. What it stores is as if the caller had uploaded it. With `?ParentGuid=…` for a data room, as for `/v1/upload`.',
    query: ['ParentGuid'],
  },
  'POST /v1/upload/{Link}': {
    does: 'Upload a file to such an address',
    refusals: [10010, 10014, 10160, ...closedRoom, ...badFile],
    limits: limits.upload,
    about: '_Raw._ What the `Url` of `/v1/getpresignedurl` leads to: like `/v1/upload`. Needs no token.',
  },
  'POST /v5/sharefile': {
    does: 'Share a file',
    refusals: [20404, 20460, 20462, 20463, 20464, 20467, 20468, 20469, 20470, ...cloud],
    limits: limits.recipients,
    example: ['DocumentUrl', 'RecipientEmails', 'ShareOptions'],
    about:
      'Fields: `DocumentUrl` (the ID of the upload), `RecipientEmails` (a list), `Message`, `ShareOptions`, `DestructSeconds`, `ExpiryDate`, `Watermark`; `Source` is `upload` or nothing. With the option `passkey`, `Passkey` is the passkey: the server stores neither it nor anything that opens the file without it, and no email contains it. With `Source=note` a note is shared as a text file: `DocumentPath` is its title, `Message` its text. Otherwise `DocumentPath` and `Size` are accepted and ignored: the server has seen the file. A file in cloud storage is copied from there, see below. Answers `ShareGuid`, `Link` and `SecurityLabel`; all recipients get an email as soon as the file can be read or downloaded.\n\nWith `Source` `Box2`, `Dropbox2` or `Google`, `DocumentUrl` is the ID of a file there, or its address (`https://app.box.com/file/…`, `https://www.dropbox.com/home/…`, `https://drive.google.com/file/d/…`). Nothing is requested from that address itself, and every other one is refused with 20400. The file is copied from the storage that the caller has connected; with `SourceTokens` (a TokenValue, or an object that has one) from that of this token, which is used for this call and not stored; a TokenValue that `GET /v3/users/token/list` answered names the caller’s connection. The call answers when the file is copied: a larger one is better added by a person, who sees how far it is. A Google document becomes a PDF; with the `MimeType` of an Office format it becomes that. Also refused with 20480 (connect again), 20482, 20483, 20484 and 20485.',
  },
  'POST /v3/shares': {
    example: ['SharePageSize=50'],
    does: 'List what the caller shared',
    limits: limits.rows,
    about:
      "The caller's shares, the newest first. Fields: `SharePageSize` (1 to 200), and `ShareGuid` with `ShareTime` of the last share on the previous page, or `Page`. Answers `Shares`, `TotalCount`, `Page`, `PageSize`.",
  },
  'POST /v3/shares/admin': {
    does: 'List what a team’s members share',
    limits: limits.rows,
    example: ['SenderUserEmail'],
    about:
      'For the owner and admins of a team: what the other members share, the newest first. `SenderUserEmail` is one of them; paging as for `/v3/shares`. Answers `Shares`, each also with UserEmail and SenderName of its sender and SecurityLabel, without RecipientsDisplay and RenderError; `TotalCount`, `Page`, `PageSize`. Empty for anyone else.',
  },
  'GET /v1/shares/info/{ShareGuid}/sender': {
    does: 'A share as its sender sees it',
    refusals: [20404],
    about:
      "For the sender only: `Share`, `LinkMessage`, `Link`, `SecurityLabel`, and `Recipients` with RecipientUserGuid (null without an account, and until they opened the file), RecipientUserEmail, RecipientName, ViewFirstTime, RecipientTotalViewCount, RecipientTotalViewSeconds, RecipientTotalViewMethod, RecipientTotalPrintCount, RecipientTotalDownloadCount, IsRemoved and IsTold (false while the email waits until the file can be read or downloaded). RecipientTotalViewMethod says how the seconds are known: `measured` (the reader's browser or program measured them), `estimated` (from the time between two requests, of video and audio from what was sent), `partly`, or `unknown`: the seconds are then 0.",
  },
  'GET /v4/shares/info/{ShareGuid}': {
    does: 'A share as a recipient sees it',
    refusals: [...closedShare, ...unready],
    about:
      'For the sender and for recipients: `Share` as the caller sees it, with PageCount, LinkMessage, UserEmail and SenderName of the sender, MayDownload and MayPrint.',
  },
  'GET /v1/get/filename/{ShareGuid}': {
    does: 'The name of a shared file',
    refusals: [...closedShare, ...unready],
    about: '`DocumentPath`, for anyone who can open the share.',
  },
  'POST /v3/shares/disable': {
    does: 'Unshare',
    refusals: [20404],
    about: 'Field: `ShareGuid`. Closes the share to everyone but its sender, from the next request.',
  },
  'POST /v3/shares/enable': {
    does: 'Share again',
    refusals: [20404],
    about: 'Field: `ShareGuid`. Opens it again.',
  },
  'POST /v1/send/link': {
    does: 'Add recipients and email them the link',
    refusals: [20404, 20410, 20411, 20412, 20460, 20463, 20469],
    limits: limits.links,
    example: ['Message'],
    about:
      'Fields: `ShareGuid`, `RecipientEmails`, `Message`. Adds these people as recipients if they are not yet, and emails the link to each of them as soon as the file can be read or downloaded. Existing recipients get the link again. Answers `RecipientsCount`, the number of emails.',
  },
  'POST /v1/send/multifile/links': {
    does: 'Email the links of several shares',
    refusals: [20404, 20460, 20463, 20469],
    limits: limits.severalLinks,
    about:
      'Fields: `ShareGuids` (1 to 100), `RecipientEmails`, `Message`. The same for several shares: each person gets one email with all links that could be sent. Every share keeps its own protections. Answers `Shares`, each with ShareGuid and its own StatusCode and StatusMessage, `TotalCount`, `DoneCount` and `RecipientsCount`. A refused share does not stop the others; an error in the people or the message refuses the whole call.',
  },
  'POST /v1/share/update': {
    does: 'Change a share',
    refusals: [20404, 20409, 20463],
    example: ['ExpiryDate'],
    about:
      "Fields: `ShareGuid`, `DocumentPath` (the displayed name; its extension stays), `ShareOptions`, `DestructSeconds`, `ExpiryDate`, `Watermark`. An omitted field stays as it is. ShareOptions replaces all its words except the end, which stays until DestructSeconds or ExpiryDate sets another. `passkey` is required for a share that has one and refused for any other; FirstName and LastName change nothing. Changes apply to readers' next requests. Answers `Share` and `SecurityLabel`. 20409: others changed the share at the same time, twice.",
  },
  'POST /v1/processmultifile': {
    does: 'Change the options of several shares',
    limits: limits.several,
    about:
      'Fields: `ShareGuids` (1 to 100), `ShareOptions`. Sets these options on each share, as `/v1/share/update` does. Answers `Shares`, each with ShareGuid and its own StatusCode and StatusMessage, `TotalCount` and `DoneCount`.',
  },
  'POST /v5/receives': {
    example: ['ReceiveMode=new'],
    does: 'List what others shared with the caller',
    limits: limits.rows,
    about:
      "What others shared with the caller's confirmed addresses, the latest first. Fields: `ReceiveMode` (`all`, the default; `new`; `opened`; `over`), `SenderUserEmail` (the beginning of the sender's name or address), `SharePageSize` (1 to 200), `Page`. Answers `Receives`, `TotalCount` (10,000 at most), `Page`, `PageSize` and `HasMore`. Each has ShareGuid, ShareTime (when the caller was added), DocumentPath, UserEmail and SenderName of the sender, RecipientUserEmail (the address it was sent to), LinkMessage, IsOpen, IsOpened, DestructSeconds, ExpiryDate, ViewFirstTime, MayView, MayPrint, PrintsLeft (null for no limit), MayDownload, AsksPasskey, AsksTerms and AsksName. DocumentPath is null while a step is required before the name is shown, and for shares that ended unopened.",
  },
  'GET /v1/shares/checkrecipient/{Email}/{ShareGuid}': {
    does: 'Whether someone is a recipient',
    about: '`IsRecipient`, for the sender. Everyone else gets the same answer whatever is true.',
  },
  'GET /v1/shares/checkmember/{Email}/{RootGuid}': {
    does: 'Whether someone is a member of a data room',
    about:
      '`IsMember`, for the owner and co-owners of the data room. Everyone else gets the same answer whatever is true.',
  },
  'GET /v1/folder/checkmember/{Email}/{RootGuid}': {
    about: 'The same.',
  },
}
