import type { AboutCalls } from './about-call.ts'
import { closedShare, unready } from './codes.ts'
import { limits } from './limits.ts'

/** What is said about calls: what readers do. */
export const aboutActivity: AboutCalls = {
  'POST /v3/tracks/start{viewAs}': {
    does: 'Open a file and start measuring',
    refusals: [...closedShare, ...unready, 20435],
    about:
      'Field: `ShareGuid`. Opens the share, which starts its self-destruct timer, and starts measuring. Answers `TrackId`, null for the sender, who is not counted.',
  },
  'POST /v4/tracks/stop{viewAs}': {
    does: 'Stop measuring',
    refusals: [20404],
    about:
      'Fields: `TrackId`; `ViewSeconds`, how long the file was visible; by default the whole time since the start, which is also the maximum. Answers `ViewSeconds` as counted and `Method` (`measured`). A track can be stopped once; one that is never stopped counts no time.',
  },
  'POST /v1/tracks/action/': {
    does: 'Say what a reader does',
    refusals: [...closedShare, ...unready, 20434, 20435, 20440, 20441, 20463],
    about:
      'Fields: `ShareGuid`; `Status`: `View` opens the share, `Print` uses a print copy from the allowance, `Download` asks whether a download is allowed (it is counted when it is sent); `Visitorinfo`, a JSON object with `email` and `reason`, which the sender sees as unverified. Other Statuses are refused: the server records everything else itself.',
  },
  'POST /v1/tracks/action/public': {
    does: 'Say what a visitor of a link does',
    refusals: [...closedShare, ...unready, 20463],
    limits: limits.visitors,
    about: 'The same for anyone, on a share with `public`, with `View` only.',
  },
  'GET /v1/events': {
    example: ['?limit=100'],
    does: 'Ask what happened since',
    refusals: [20404, 20410],
    limits: limits.events,
    about:
      'What happened, for programs that ask again and again ([webhooks.md](webhooks.md#polling)). In the query: `after`, the `Cursor` of the answer before (without it, the latest); `kinds`, separated by commas; `limit`, up to 500, by default 100; `of`: `account`, or `team` for those who administer one. Answers `Events`, each as a webhook is sent it, with its `id`, in their order; `Cursor`; and `HasMore`. Nothing is left out and nothing comes twice. 20410: the cursor is another account’s, or what followed it is no longer kept. The first question of an account begins what is kept for it; nothing else changes.',
    query: ['after', 'kinds', 'limit', 'of'],
  },
}
