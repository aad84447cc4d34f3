/** How often an account with a paid plan has signed in since it was asked how satisfied it is. */
export interface SurveyTable {
  user_guid: string
  sessions: number
  /** When it answered, or said that it won’t. What it answered is not stored. */
  answered_at: number | null
}
