/**
 * One entry of the catalogue. What follows from a failure is said here and nowhere else: whoever handles one asks for
 * the flag that concerns them, and keeps no list of names.
 */
export type ProblemEntry = {
  /** The status of a screen. */
  http: number
  /** The StatusCode of a call. */
  code: number
  /** What happened, what it means and what to do. */
  text: string
  /** The heading of its page. */
  title?: string
  /**
   * Where it is said: at the form it refuses, which comes back with what was typed, or on a page of its own. One with a
   * field is always said at its form.
   */
  scope: 'form' | 'page'
  /** The field that is always the one at fault. */
  field?: string
  /** What was posted may be sent again as it was: its page has the button for that. */
  retry?: true
  /** The owner of the share is told of readers who meet it, in these words. */
  tellsOwner?: string

  /** After it no other file of the same form could be taken either. */
  stopsUpload?: true
  /** It is about all files of a form together, and known before the first byte of them is read. */
  isOfAllFiles?: true
  /** To a program it means that the installation cannot be reached. */
  isUnreachable?: true

  /** What is missing is done at the door of the room: by its members for all that is in it. */
  atRoomEntry?: true
  /** The page on which a reader does what comes before the file. */
  doneAt?: 'terms' | 'passkey' | 'name'
  /** The page that has what a reader can do instead. */
  insteadAt?: 'entry' | 'view' | 'play'
  /** The page of a room's file says it. */
  isOfFile?: true
  /** The file has its name all the same for whoever may know it. */
  showsName?: true
  /** The share is closed to its reader. */
  closes?: true
  /** The room is closed to one of its people. */
  closesRoom?: true
  /** The time ran out, as everybody knew it would: a page that renews itself meets it without anybody there. */
  isOfTime?: true
  /** The page says whose file it was, and whom to ask. */
  endsReading?: true
}
