import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import type { RenderRetries } from '#server/rendering/preparing/render-retries.ts'
import { RoomActivity } from '#server/rooms/activity/activity.ts'
import { Adding } from '#server/rooms/adding/adding.ts'
import { Arranging } from '#server/rooms/tree/arranging.ts'
import { Copying } from '#server/rooms/life/copying.ts'
import { Granting } from '#server/rooms/rights/granting.ts'
import { Groups } from '#server/rooms/people/groups.ts'
import { ItemTrash } from '#server/rooms/life/item-trash.ts'
import { ItemFiles } from '#server/rooms/tree/item-files.ts'
import { RoomListing } from '#server/rooms/lists/listing.ts'
import { ItemsInRooms } from '#server/rooms/lists/items-in-rooms.ts'
import { PeopleInRooms } from '#server/rooms/lists/people-in-rooms.ts'
import { Members } from '#server/rooms/people/members.ts'
import { Membership } from '#server/rooms/people/membership.ts'
import { Moving } from '#server/rooms/tree/moving.ts'
import { NewsEmails } from '#server/rooms/news/news-emails.ts'
import { News } from '#server/rooms/news/news.ts'
import { RoomOffers } from '#server/rooms/people/offers.ts'
import { Ordering } from '#server/rooms/tree/ordering.ts'
import { Rights } from '#server/rooms/rights/rights.ts'
import { RoomTrash } from '#server/rooms/life/room-trash.ts'
import { RoomCopies } from '#server/rooms/life/room-copies.ts'
import { RoomLife } from '#server/rooms/life/room-life.ts'
import { RoomLists } from '#server/rooms/lists/room-list.ts'
import { RoomSearch } from '#server/rooms/lists/room-search.ts'
import { RoomUpgrade } from '#server/rooms/life/room-upgrade.ts'
import { Rooms } from '#server/rooms/rooms.ts'
import { RoomSettings } from '#server/rooms/settings.ts'
import { TeamReport } from '#server/rooms/lists/team-report.ts'
import { TeamRooms } from '#server/rooms/lists/team-rooms.ts'
import type { ItemRenderFailures } from '#server/rooms/news/item-render-failures.ts'
import { ViewAs } from '#server/rooms/rights/view-as.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import type { Usage } from '#server/uploads/usage.ts'
import { EntryLinks } from '#server/viewing/entry/entry-links.ts'
import { Entering } from '#server/viewing/entry/entering.ts'
import { tellOfRooms } from '#server/rooms/room-notices.ts'
import { tellOfEntering } from '#server/viewing/reading-notices.ts'
import { RoomWhy } from '#server/viewing/access/room-why.ts'
import { RoomAcceptances } from '#server/viewing/entry/room-acceptances.ts'

type RoomsDeps = {
  database: Database
  events: Events
  tracking: Tracking
  onboarding: Onboarding
  uploads: Uploads
  vault: Vault
  jobs: Jobs
  rates: RateLimits
  mailer: Mailer
  publicUrl: URL
  /** Words that texts for other people must not have. */
  words: { blockedWords?: WordFilter }
  clock: () => number
  log: Log
  keyRing: KeyRing
  rendering: Rendering
  renderRetries: RenderRetries
  itemRenderFailures: ItemRenderFailures
  usage: Usage
  plans: Plans
}

/** The services about data rooms. */
export function openRooms(base: RoomsDeps) {
  tellOfRooms(base)
  tellOfEntering(base)
  const [members, membership, rights] = [new Members(base), new Membership(base), new Rights(base)]
  const roomLists = new RoomLists(base)
  return {
    all: new Rooms(base),
    listing: new RoomListing(base),
    entering: new Entering(base),
    life: new RoomLife(base),
    trash: new RoomTrash(base),
    adding: new Adding(base),
    news: new News(base),
    members,
    rights,
    granting: new Granting({ database: base.database, members, membership, rights }),
    lists: roomLists,
    entryLinks: new EntryLinks({ ...base, roomLists }),
    itemFiles: new ItemFiles(base),
    newsEmails: new NewsEmails({ ...base, linkKeys: base.keyRing.derive('room-letters') }),
    membership,
    groups: new Groups(base),
    arranging: new Arranging(base),
    acceptances: new RoomAcceptances(base),
    search: new RoomSearch(base),
    itemsInRooms: new ItemsInRooms({ ...base, roomLists }),
    peopleInRooms: new PeopleInRooms({ ...base, roomLists }),
    settings: new RoomSettings(base),
    activity: new RoomActivity(base),
    offers: new RoomOffers(base),
    upgrade: new RoomUpgrade(base),
    copies: new RoomCopies(base),
    ofTeam: new TeamRooms(base),
    teamReport: new TeamReport(base),
    viewAs: new ViewAs(base),
    moving: new Moving(base),
    copying: new Copying(base),
    ordering: new Ordering(base),
    itemTrash: new ItemTrash(base),
    why: new RoomWhy(base),
  }
}
