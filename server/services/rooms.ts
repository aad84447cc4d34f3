import type { Onboarding } from '../accounts/onboarding.ts'
import type { Database } from '../db/open.ts'
import type { RateLimits } from '../http/rate.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import type { Post } from '../mail/post.ts'
import type { SecondTries } from '../rendering/second-tries.ts'
import { RoomActivity } from '../rooms/activity.ts'
import { Adding } from '../rooms/adding.ts'
import { Arranging } from '../rooms/arranging.ts'
import { Copying } from '../rooms/copying.ts'
import { Granting } from '../rooms/granting.ts'
import { Groups } from '../rooms/groups.ts'
import { ItemBin } from '../rooms/item-bin.ts'
import { ItemFiles } from '../rooms/item-files.ts'
import { RoomListing } from '../rooms/listing.ts'
import { Members } from '../rooms/members.ts'
import { Membership } from '../rooms/membership.ts'
import { Moving } from '../rooms/moving.ts'
import { NewsLetters } from '../rooms/news-letters.ts'
import { News } from '../rooms/news.ts'
import { RoomOffers } from '../rooms/offers.ts'
import { Ordering } from '../rooms/ordering.ts'
import { Rights } from '../rooms/rights.ts'
import { RoomBin } from '../rooms/room-bin.ts'
import { RoomCopies } from '../rooms/room-copies.ts'
import { RoomLife } from '../rooms/room-life.ts'
import { RoomLists } from '../rooms/room-list.ts'
import { RoomSearch } from '../rooms/room-search.ts'
import { RoomUpgrade } from '../rooms/room-upgrade.ts'
import { Rooms } from '../rooms/rooms.ts'
import { RoomSettings } from '../rooms/settings.ts'
import { TeamRooms } from '../rooms/team-rooms.ts'
import type { UnshownItems } from '../rooms/unshown-items.ts'
import { ViewAs } from '../rooms/view-as.ts'
import type { WordFilter } from '../rules/text.ts'
import type { KeyRing } from '../storage/key-ring.ts'
import type { Vault } from '../storage/vault.ts'
import type { Tracking } from '../tracking/tracking.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { Usage } from '../uploads/usage.ts'
import { DoorLinks } from '../viewing/door-links.ts'
import { Entering } from '../viewing/entering.ts'
import { RoomAcceptanceRecords } from '../viewing/room-acceptance-records.ts'
import { RoomAcceptances } from '../viewing/room-acceptances.ts'
import { RoomReceipts } from '../viewing/room-receipts.ts'

type RoomsNeeds = {
  database: Database
  tracking: Tracking
  onboarding: Onboarding
  uploads: Uploads
  vault: Vault
  jobs: Jobs
  rates: RateLimits
  post: Post
  publicUrl: URL
  /** Words that texts for other people may not have. */
  words: { blockedWords?: WordFilter }
  clock: () => number
  log: Log
  keyRing: KeyRing
  secondTries: SecondTries
  unshownItems: UnshownItems
  usage: Usage
}

/** The services about data rooms. */
export function openRooms(base: RoomsNeeds) {
  const [members, membership, rights] = [new Members(base), new Membership(base), new Rights(base)]
  const roomLists = new RoomLists(base)
  return {
    rooms: new Rooms(base),
    roomListing: new RoomListing(base),
    entering: new Entering(base),
    roomLife: new RoomLife(base),
    roomBin: new RoomBin(base),
    adding: new Adding(base),
    news: new News(base),
    members,
    rights,
    granting: new Granting({ database: base.database, members, membership, rights }),
    roomLists,
    doorLinks: new DoorLinks({ ...base, roomLists }),
    itemFiles: new ItemFiles(base),
    newsLetters: new NewsLetters({ ...base, linkKeys: base.keyRing.derive('room-letters') }),
    membership,
    groups: new Groups(base),
    arranging: new Arranging(base),
    roomAcceptances: new RoomAcceptances(base),
    roomAcceptanceRecords: new RoomAcceptanceRecords(base),
    roomReceipts: new RoomReceipts(base),
    roomSearch: new RoomSearch(base),
    roomSettings: new RoomSettings(base),
    roomActivity: new RoomActivity(base),
    roomOffers: new RoomOffers(base),
    roomUpgrade: new RoomUpgrade(base),
    roomCopies: new RoomCopies(base),
    teamRooms: new TeamRooms(base),
    viewAs: new ViewAs(base),
    moving: new Moving(base),
    copying: new Copying(base),
    ordering: new Ordering(base),
    itemBin: new ItemBin(base),
  }
}
