/** The failures that concern data rooms: a part of the catalogue in `problems.ts`. */
export const roomProblems = {
  roomQuota: { http: 403, code: 20711, text: 'You have exceeded the data room quota.' },
  roomClosed: {
    http: 410,
    code: 20410,
    text: 'This data room is closed. Ask its owner if you still need it.',
  },
  roomNotYet: {
    http: 403,
    code: 20433,
    text: 'Your access to this data room has not begun yet. The invitation says when it does.',
  },
  roomExpired: {
    http: 410,
    code: 20411,
    text: 'Your time in this data room is over. Ask its owner if you still need it.',
  },
  memberSuspended: {
    http: 403,
    code: 20433,
    text: 'Your access to this data room is suspended. Ask its owner if you still need it.',
  },
  roomRoleNeeded: { http: 403, code: 20440, text: 'Your role in this data room does not allow this.' },
  roomArchived: {
    http: 409,
    code: 20440,
    text: 'This data room is archived: it can be read, and nothing in it can be changed. Its owner can open it again.',
  },
  ownerStays: {
    http: 409,
    code: 20440,
    text: 'The owner cannot leave or be changed here. Give the room to somebody else first, in its settings.',
  },
  itemNotYours: {
    http: 403,
    code: 20440,
    text: 'You can arrange only what you added yourself. Ask the owner of the data room to do this.',
  },
  folderNotYours: {
    http: 403,
    code: 20440,
    text: 'This folder can be moved or deleted only by somebody who may do that with everything in it. Ask the owner of the data room to do this.',
  },
  enterFirst: { http: 403, code: 20430, text: 'Enter the data room first.' },
  roomChanged: {
    http: 409,
    code: 20409,
    text: 'The settings of this data room were changed in the meantime. Nothing of yours is saved yet, and all that you typed is still here. Look at the latest events of the room, then send this form again to have it as you typed it.',
  },
  listChanged: {
    http: 409,
    code: 22030,
    text: 'Somebody changed this list in the meantime. Nothing of yours was changed: look at the list as it is now, and do it again.',
  },
  moveIntoItself: {
    http: 400,
    code: 20400,
    text: 'A folder cannot go into itself or into one of its own folders. Choose another place.',
  },
  tooDeep: {
    http: 400,
    code: 20400,
    text: 'Folders can be nested 100 deep. Choose a place further up.',
  },
  placeGone: {
    http: 404,
    code: 20404,
    text: 'The folder is not there any more. Choose another place.',
  },
  nameTaken: {
    http: 409,
    code: 20463,
    text: 'There is something with this name in this folder already. Choose another name.',
  },
  roomFull: {
    http: 409,
    code: 20460,
    text: 'A data room has at most 5,000 people besides its owner. Remove some who need it no longer.',
  },
  groupsFull: {
    http: 409,
    code: 20460,
    text: 'A data room has at most 100 groups. Delete one that is needed no longer.',
  },
  groupNameTaken: {
    http: 409,
    code: 20463,
    text: 'There is a group with this name already. Choose another name.',
  },
  groupChanged: {
    http: 409,
    code: 20409,
    text: 'Somebody changed this group in the meantime. Nothing of yours is saved yet, and what you typed is still here. Look at what it says now, at the top of the page, then send this form again to have it as you typed it.',
  },
  groupRefused: { http: 400, code: 20400, text: 'Choose a group of this data room.' },
  noGroupsHere: {
    http: 409,
    code: 20440,
    text: 'Data rooms of version 1 have no groups. Their owner can make this a data room of version 2.',
  },
  coOwnerInGroup: {
    http: 400,
    code: 20400,
    text: 'A co-owner is in no group. Choose no group, or another role.',
  },
  notYourself: {
    http: 409,
    code: 20440,
    text: 'You cannot change your own access. Ask the owner or another co-owner; to go by yourself, leave the data room.',
  },
  memberChanged: {
    http: 409,
    code: 20409,
    text: 'Somebody changed this person in the meantime. Nothing of yours is saved yet, and what you typed is still here. Look at what it says now, in the list above, then send this form again to have it as you typed it.',
  },
  invitationClosed: {
    http: 409,
    code: 20409,
    text: 'No invitation was sent: this person cannot enter now. Let the person in again, or give a later end, first.',
  },
  rightsAreRoomWide: {
    http: 409,
    code: 20440,
    text: 'In a data room of version 1 rights hold for the whole room. Upgrade the room to give rights on single folders.',
  },
  rightsOfOwners: {
    http: 409,
    code: 20440,
    text: 'Owner and co-owners may do everything everywhere: no rights can be set for them. To limit somebody, give the person another role first.',
  },
  ruleOnRoot: {
    http: 400,
    code: 20400,
    text: 'The whole room cannot be hidden from somebody. Remove the person from the room, or choose "Only these folders" and give rights on single ones.',
  },
  onlyOfContributors: {
    http: 400,
    code: 20400,
    text: 'Only a contributor can be allowed to add files. Give the person or the group that role first.',
  },
  tooManyRules: {
    http: 400,
    code: 20400,
    text: 'At most 200 rights can be changed at once. Change the others afterwards.',
  },
  coOwnerNotInTeam: {
    http: 400,
    code: 20400,
    text: "A co-owner has to be a member of the owner's team, with an account here. Choose another role, or have the person join the team first.",
  },
  roomNameNotTyped: {
    http: 400,
    code: 20400,
    text: 'That is not the name of this data room. Type the name as it stands above, so that nothing happens to another room by mistake.',
  },
  offerRefused: {
    http: 400,
    code: 20400,
    text: 'The data room cannot be offered to this address.',
  },
} as const
