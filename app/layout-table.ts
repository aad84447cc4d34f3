/** What surrounds a page: the signed-in shell, a data room's bar, the door for strangers, or nothing. */
export const layouts = {
  shell: 'layouts/shell.tsx',
  room: 'layouts/room.tsx',
  door: 'layouts/door.tsx',
  bare: 'layouts/bare.tsx',
  none: null,
} as const
