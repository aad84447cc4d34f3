/**
 * One entry of the catalogue. It alone says what follows from a failure: code that handles one checks the flag that
 * concerns it, and keeps no list of names.
 */
export type ProblemEntry = {
  /** The status of a screen. */
  http: number
  /** The StatusCode of a call. */
  code: number
  /** What happened, what it means and what to do. */
  text: string
  /** The same for someone who sent nothing that could be lost, as a page or a file is asked for. */
  whenRead?: string
  /** The heading of its page. */
  title?: string
  /**
   * Where it is shown: at the form it refuses, which comes back with what was entered, or on a separate page. One with
   * a field is always shown at its form.
   */
  scope: 'form' | 'page'
  /** The field that is always at fault. */
  field?: string
  /** It passes: its page has the button that sends the same data again, or the link that asks for the page again. */
  retry?: true
  /** The owner of the share is notified of readers who encounter it, in these words. */
  tellsOwner?: string

  /** After it, no other file in the same form could be accepted either. */
  stopsUpload?: true
  /** Nothing is kept of a resumable upload that meets it. */
  endsUpload?: true
  /** It concerns all files of a form together, and is known before the first byte of them is read. */
  isOfAllFiles?: true
  /** A program gets its HTTP status, whatever the call answers on success. */
  isTrueStatus?: true
  /** To a program it means that the installation cannot be reached. */
  isUnreachable?: true

  /** The missing step is done on the room's sign-in page: by its members, for everything in it. */
  atRoomEntry?: true
  /** The page on which a reader does what comes before the file. */
  doneAt?: 'terms' | 'passkey' | 'name'
  /** The page that has what a reader can do instead. */
  insteadAt?: 'entry' | 'view' | 'play'
  /** The page of a room's file says it. */
  isOfFile?: true
  /** The file's name is still shown to those who may know it. */
  showsName?: true
  /** The share is closed to its reader. */
  closes?: true
  /** The room is closed to one of its people. */
  closesRoom?: true
  /** The time ran out, as everyone knew it would: a page that renews itself can encounter it with no one there. */
  isOfTime?: true
  /** The page says whose file it was, and whom to ask. */
  endsReading?: true
}
