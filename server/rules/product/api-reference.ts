/** A field of a call as people read about it. */
export type ApiField = { name: string; words: string; isRequired: boolean }

/** A StatusCode with what it means. */
export type ApiCode = { code: number; words: string }

/** A call as people read about it; `about` in Markdown, `answers` names the fields, `refusals` says what each code means. */
export type ApiCall = {
  name: string
  anchor: string
  does: string
  about: string
  who: string
  fields: ApiField[]
  example: string
  answers: string[]
  done: ApiCode[]
  refusals: ApiCode[]
  limits: string[]
}

/** `before` is what comes before its calls: paragraphs in Markdown, and tables by their rows. */
export type ApiPart = {
  id: string
  title: string
  before: readonly (string | readonly (readonly [string, string])[])[]
  calls: ApiCall[]
}

/** The API as others read it: for other programs in OpenAPI, for people part by part. */
export type ApiReference = {
  document: () => object
  parts: () => readonly ApiPart[]
  /** Every StatusCode, and the limits of every call. */
  codes: readonly ApiCode[]
  limits: readonly string[]
}
