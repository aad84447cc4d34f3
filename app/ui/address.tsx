import { Fragment } from 'react'

/** An email address, or a name: where there is too little place, an address breaks between its parts. */
export function Address({ of }: { of: string }) {
  const parts = of.includes('@') ? of.split(/(?<=@)|(?=\.)/) : [of]
  return parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
