/** The checkboxes in all forms. One that is present is ticked, whatever its value: some browsers send none. */
export const tickBoxes = [
  'hasColours',
  'invites',
  'isAccepted',
  'isDaily',
  'isRemembered',
  'isToldOfComments',
  'isToldOfDevices',
  'isToldOfOpenings',
  'isToldOfRequests',
  'isToldOfWeek',
  'isUnderstood',
  'onlySome',
  'pageInEmail',
  'reminds',
  'tellAcceptance',
  'tellEntry',
] as const

export type TickBox = (typeof tickBoxes)[number]
