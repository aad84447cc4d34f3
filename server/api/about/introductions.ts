/** What comes before the calls of a part: paragraphs in Markdown, and tables by their rows. */
export type Introduction = readonly (string | readonly (readonly [string, string])[])[]

export const beforeSharing: Introduction = [
  'A share is described by ShareGuid, ShareTime, DocumentPath, MimeType, Size (bytes), ShareStatus (`Active`, `Killed`), ShareOptions, DestructSeconds, ExpiryDate, ViewFirstTime, RenderStatus (`In Progress`, `Rendered`, `Error`) and Watermark; for its sender also by RecipientsDisplay (the first three addresses), RecipientsCount and RenderError (why the file cannot be shown: `password`, `corrupt`, `unsupported`, `too many pages`, `too large`, `timeout`, `memory`, `no converter`; otherwise null).',
  '**ShareOptions** is a list of words:',
  [
    ['`public`', 'anyone with the link; without it, only people specified'],
    ['`passkey`', 'anyone with the passkey; `/v5/sharefile` takes it as `Passkey`'],
    ['`forwarding`', 'recipients can forward the file'],
    ['`webview`', 'pages are shown in the browser; also the default, unless there is `download`'],
    ['`download`, `nodownload`', 'the file can be downloaded, or not (the default)'],
    ['`allowprint`, `noprint`', 'copies can be printed, or not (the default)'],
    [
      '`expiry`, `destruct`',
      'ends on ExpiryDate (with DestructSeconds 0), or DestructSeconds after it was opened',
    ],
    ['`FirstName:…`, `LastName:…`', 'the name of the recipient, if there is only one'],
  ],
  'Any other word is stored, returned, and ignored. Contradictions are refused with 20400.',
  '**DestructSeconds**: -1 no end, 0 a fixed date, otherwise 1 to 60 whole minutes or hours, in seconds. **ExpiryDate**: `3/1/2027` or `2027-03-01`, in the sender’s time zone, with a time after a space (`17:30`, `5:30 pm`), otherwise until the end of the day; or a full ISO time with zone. From tomorrow to three years ahead. **Watermark**: `off`, `on`, or a size (`small`, `medium`, `large`) and a colour (`grey`, `red`, `blue`); the default for shares and rooms is `small grey`. A share of a file that cannot have them (video, audio, download-only files) has neither watermark nor print copies, and a file whose kind cannot be shown can be downloaded.',
]

export const beforeReading: Introduction = [
  '`viewAs` is `self` (the default), `sender`, `recipient`, `folderowner` or `ownerasrecipient`, the last two for files in data rooms, which have no `sender`. A role that the caller does not have is refused with 20435; there is no fallback.',
  'A share opened with a token is open for that token only, for 12 hours.',
]

export const beforeComments: Introduction = [
  'Each recipient has a separate thread with the sender, which no other recipient sees. Visitors of a public link have none. On a file in a data room, members who can see it read and write the same comments, if the owner or a co-owner turned them on in the settings of the room; otherwise the list is empty and says IsOpen false, and adding is refused with 20442.',
]

export const beforeRooms: Introduction = [
  'Rooms are of version 1 or 2. Most calls exist under `/v1/` for version 1 and under `/v2/` for version 2; called for a room of the other version, they are refused with 20400, which names the path to use. Lists include all rooms, each with its Version. Files of both versions are read with the same calls.',
  'What is hidden from the caller is in no answer: not as a name, not in a count, not as a gap between numbers; a call about it gets the same answer as one about something that does not exist. A room that the caller is not a member of is refused with 20433, like one that does not exist. Refusals of all calls: 20410 (closed), 20411 (access ended), 20430 (enter first), 20432 (accept the terms first, in a browser), 20433, 20440 (the role does not allow it, or the room is archived).',
  'A member enters with `POST /v1/folder/tracks/start` before anything else; that lasts 12 hours. The owner and co-owners need not.',
  'A **room** is described by ShareGuid, RootGuid, Version, DocumentPath, LinkMessage (its description), ShareTime, ShareStatus (`Active`, `Archived`, `Binned`), UserEmail and SenderName of the owner, the caller’s Permission (version 1) or PermissionIndex (version 2: the digit of the role), IsOpen, ShareOptions (version 1) or SecurityOptions (version 2), Watermark, DestructSeconds, ExpiryDate and LastAccessedTime. DocumentPath and LinkMessage are null for a member who has not accepted the terms of the room. A co-owner who is not in the owner’s team is shown, and treated, as a contributor.',
  'A **file or folder** is described by ShareGuid, RootGuid, ParentGuid, Index, DocumentPath, IsFolder, MimeType, Size, Sha256 (for those who can download the file or added it; null until the server has read it), UserEmail (who added it), ShareTime, DocumentVersion, PageCount, RenderStatus, SourceTokens (the caller’s permission as a digit: 0 pass through, 1 view, 2 print, 3 download, 4 add), MayPrint, MayDownload and MayAdd. **Index** is the path by positions, such as `#2#5`, counted among what the caller sees; where the room shows no numbers, it is null except for the owner and co-owners.',
  'None of these calls exports to a spreadsheet.',
]
