import type { Call } from '#server/api/table.ts'
import { takesKey } from '#server/api/once.ts'

/** What each StatusCode means, wherever it is answered. */
export const codeLabels: Readonly<Record<number, string>> = {
  10000: 'Signed in; the token is valid.',
  10001: 'Wrong address or password; with HTTP 401: the token is missing, wrong or expired.',
  10002: 'The account is not active yet.',
  10003: 'Too many attempts (HTTP 429); Retry-After says how many seconds to wait.',
  10006: 'The team allows other sign-in methods: EnabledLoginMethod.',
  10010:
    'A verification code is required. For any other call: the team requires a second factor that is not set up.',
  10011: 'The verification code is wrong.',
  10012: 'A team has locked the domain of the address.',
  10013: 'The account is suspended, or is being closed.',
  10014: 'The account must first complete a step in a browser; or accounts are not open to everyone.',
  10015: 'The sign-up code is wrong, expired or used.',
  10016: 'The access token lacks the scope that the message names (HTTP 403).',
  10120: 'The account, as requested.',
  10159: 'Activated, and signed in.',
  10160: 'The link has expired, or was used.',
  20000: 'Done.',
  20400: 'A field could not be read.',
  20404: 'Not found, or not yours.',
  20405: 'Wrong method (HTTP 405).',
  20409:
    'Changed by someone else at the same time: read it again; or a call with this Idempotency-Key is not finished.',
  20410: 'Unshared or closed; or what followed a cursor is no longer kept.',
  20411: 'Expired.',
  20412: 'Self-destructed.',
  20415: 'Wrong kind of body.',
  20420: 'The file requires its passkey, in a browser.',
  20422: 'The Idempotency-Key was sent before with other content.',
  20430: 'The reader’s address or name is required, in a browser; or the data room has to be entered first.',
  20431: 'The code is wrong or has expired.',
  20432: 'Terms have to be accepted, in a browser.',
  20433: 'Not shared with any confirmed address of this account; or no member of the data room.',
  20434: 'Open the file first.',
  20435: 'A role that the caller does not have.',
  20440: 'Downloading is not allowed; or the caller’s role in the data room does not allow it.',
  20441: 'Printing is not allowed, or the limit is reached.',
  20442: 'The file has no comments.',
  20450: 'Still being rendered.',
  20451: 'Cannot be shown.',
  20460: 'No file; or too many recipients or members.',
  20461: 'The file or the body is too large.',
  20462: 'The file is empty, or cannot be used for this.',
  20463: 'A text or a name contains something that is not allowed, or is taken.',
  20464: 'The file does not match its extension.',
  20466: 'The upload was cut off.',
  20467: 'The uploaded file is gone.',
  20468: 'The server’s storage is full.',
  20469: 'No recipient.',
  20470: 'The account’s storage is full.',
  20480: 'The cloud storage has to be connected again.',
  20482: 'The cloud storage wants fewer requests.',
  20483: 'No longer in the cloud storage.',
  20484: 'Too large for the cloud storage to convert.',
  20485: 'The cloud storage did not answer as expected.',
  20500: 'The server failed.',
  20503: 'The server is busy, or something that it depends on is down.',
  20711: 'The data room quota is exceeded.',
  22000: 'Ready.',
  22010: 'Ready, and large (1 GiB or more, or a part of an archive by itself).',
  22020: 'The archive comes in parts, or has too many files.',
  22030: 'What is in it has changed.',
  23000: 'The archive is ready.',
  24000: 'The folder structure is processed.',
}

/** What closes a share to a reader. */
export const closedShare = [20410, 20411, 20412, 20420, 20430, 20432, 20433] as const
/** Why a file cannot be read, though its reader may. */
export const unready = [20450, 20451] as const
/** What closes a data room to someone. */
export const closedRoom = [20410, 20411, 20430, 20432, 20433] as const
/** What keeps someone from changing a data room. */
export const changedRoom = [...closedRoom, 20409, 20440] as const
/** What is wrong with an uploaded file. */
export const badFile = [20440, 20460, 20461, 20462, 20463, 20464, 20466, 20468, 20470] as const
/** What fails at a cloud storage. */
export const cloud = [20480, 20482, 20483, 20484, 20485] as const

type Guarded = Pick<Call, 'method' | 'guard' | 'scope' | 'takesFile'>

/** With what any such call can be refused, besides its own refusals. */
export function generalRefusals(call: Guarded): number[] {
  const { guard, method } = call
  return [
    10003,
    20400,
    20500,
    20503,
    ...(guard === 'anyone' ? [] : [10001, 10006, 10016, 20404]),
    ...(guard === 'user' ? [10010, 10014] : []),
    ...(method === 'POST' ? [20415, 20461, 20466] : []),
    ...(takesKey(call) ? [20409, 20422] : []),
  ]
}
