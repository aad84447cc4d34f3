import type { AboutCalls } from './about-call.ts'
import { closedShare, unready } from './codes.ts'

/** What is said about calls: reading and downloading. */
export const aboutReading: AboutCalls = {
  'GET /v7/view/fileinfo/{ShareGuid}{viewAs}': {
    does: 'What can be done with a file',
    done: [22000],
    refusals: [...closedShare, ...unready, 20435],
    about:
      'With or without a slash before `viewAs`. Answers 22000 with `File`: the fields of `/v4/shares/info`, and WebView and IsOpened. 20450 while the file is being rendered.',
  },
  'GET /v2/vieworig/{ShareGuid}/{viewAs}': {
    does: 'Get a link to a file',
    done: [22000, 22010],
    refusals: [...closedShare, ...unready, 20434, 20435, 20440],
    about:
      'Answers 22000 or 22010 with `DownloadUrl`. For the sender it leads to the file as uploaded; for recipients to what they are allowed: the file, or its watermarked pages as PDF.',
  },
  'GET /v2/downloadasrecipient/{ShareGuid}': {
    does: 'Get a link to what recipients get',
    about: 'The same, but the sender gets what a recipient would.',
  },
  'GET /v1/download/{Link}': {
    does: 'Download what a link leads to',
    refusals: [10010, 10014, 10160, ...closedShare, ...unready, 20404, 20434, 20435, 20440, 20711, 22030],
    about:
      '_Raw._ What a `DownloadUrl` leads to. Needs no token: the link is signed, works for ten minutes and no longer than the token that requested it, and opens nothing that the caller is no longer allowed. Supports ranges where the file itself is sent. The download is counted here.',
  },
  'GET /v1/vieworig/{ShareGuid}/{viewAs}': {
    does: 'Download a file',
    refusals: [...closedShare, ...unready, 20434, 20435, 20440],
    about: '_Raw._ The bytes themselves, for programs that can send their token.',
  },
  'GET /v1/viewxlsx/{shareGuid}{viewAs}': {
    does: 'Download the values of a spreadsheet',
    refusals: [...closedShare, ...unready, 20404, 20434, 20435, 20440],
    about:
      '_Raw._ The values of a spreadsheet as an Excel workbook (.xlsx) with all its sheets, or with one: `?sheet=2`. Values are as displayed, without formulas and formats, without hidden sheets, rows and columns; numbers are numbers. The last row of each sheet says who read them and when. `?format=csv` answers a single sheet in UTF-8, the first unless `sheet` says another; there, a value that a spreadsheet would take for a formula is preceded by an apostrophe. Requires permission to read in the browser and to download, and counts as a download. 20404: there is no such sheet, or the file is not a spreadsheet.',
    query: ['format', 'sheet'],
  },
  'POST /v1/watermark/remove': {
    does: 'Get a link to a file without its watermark',
    done: [22000, 22010],
    refusals: [...closedShare, 20435],
    about:
      'Field: `ShareGuid`. For the sender only. Answers 22000 or 22010 with `DownloadUrl`, which leads to the file as uploaded, without a watermark, and records the request in the activity of the share. Pages on the website keep their watermark (the viewer has a separate button for the sender), and what recipients get does not change.',
  },
  'POST /v1/watermark/remove/public': {
    does: 'The same for a public share',
    about:
      'The same for a share with `public`. Its visitors never get the file without a watermark: it is for the sender, too.',
  },
}
