import { z } from 'zod'

/**
 * The parts of a signed assertion that we rely on, as the library's parser represents them: each element a list, its
 * attributes in `$`, its text in `_`. What does not look like this is refused.
 */
const text = z.object({ _: z.string().max(1024) })
// SAML times are UTC (core, section 1.3.3); without the Z the platform would read them as local.
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  .transform((written) => Date.parse(written))
  .refine(Number.isFinite)

function one<Schema extends z.ZodType>(schema: Schema) {
  return z
    .array(schema)
    .length(1)
    .transform((list) => list[0]!)
}

const confirmation = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: one(
    z.object({
      $: z.object({
        Recipient: z.string().optional(),
        InResponseTo: z.string().optional(),
        NotBefore: time.optional(),
        NotOnOrAfter: time.optional(),
      }),
    }),
  ).optional(),
})

const attribute = z.object({
  $: z.object({ Name: z.string() }),
  AttributeValue: z.array(z.unknown()).optional(),
})

const assertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1), Version: z.literal('2.0') }),
    Issuer: one(text),
    Subject: one(
      z.object({
        NameID: one(text.extend({ $: z.object({ Format: z.string().optional() }).optional() })),
        SubjectConfirmation: z.array(confirmation).min(1).max(10),
      }),
    ),
    Conditions: one(
      z.object({ $: z.object({ NotBefore: time.optional(), NotOnOrAfter: time.optional() }).optional() }),
    ),
    // Without one, nothing says that the person signed in.
    AuthnStatement: z.array(z.unknown()).min(1),
    AttributeStatement: z.array(z.object({ Attribute: z.array(attribute).optional() })).optional(),
  }),
})

export type Confirmation = z.output<typeof confirmation>
export type Assertion = z.output<typeof assertion>['Assertion']

/** Null if it is not an assertion that says who signed in. */
export function assertionOf(parsed: unknown): Assertion | null {
  const read = assertion.safeParse(parsed)
  return read.success ? read.data.Assertion : null
}

const names = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  firstName: [
    'firstname',
    'givenname',
    'given_name',
    'urn:oid:2.5.4.42',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  ],
  lastName: [
    'lastname',
    'surname',
    'sn',
    'family_name',
    'urn:oid:2.5.4.4',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
} as const

/** An attribute under one of the names that identity providers use for it; null if there is none, or several. */
export function attributeOf(from: Assertion, wanted: keyof typeof names): string | null {
  const attributes = (from.AttributeStatement ?? []).flatMap(({ Attribute = [] }) => Attribute)
  for (const name of names[wanted]) {
    const values = attributes
      .filter(({ $ }) => $.Name.toLowerCase() === name)
      .flatMap(({ AttributeValue = [] }) => AttributeValue)
    const [only, ...others] = values.map((value) => text.safeParse(value).data?._.trim() ?? '')
    if (only && others.length === 0) return only
  }
  return null
}

/** Every attribute by the name that the provider gives it, several values in one text. */
export function attributeTexts(from: Assertion): [name: string, value: string][] {
  const attributes = (from.AttributeStatement ?? []).flatMap(({ Attribute = [] }) => Attribute)
  return attributes.map(({ $, AttributeValue = [] }) => [
    $.Name,
    AttributeValue.map((value) => text.safeParse(value).data?._.trim() ?? '').join(', '),
  ])
}
