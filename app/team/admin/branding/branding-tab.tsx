import { maxLineLength } from '#server/rules/files/email-line.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { CompanyName } from '#app/ui/frame/door-bar.tsx'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'
import type { BrandingData, BrandingPreview } from './branding.server.ts'

type Props = { data: BrandingData; answer: unknown }

function Branding({ data, answer: given }: Props) {
  const answer = given as FormAnswer | undefined
  const preview = (answer?.shown as BrandingPreview | undefined) ?? data.preview
  return (
    <div className="two branding">
      <Form intent="branding" action={data.here} answer={answer} isUpload className="stack-wide">
        <input type="hidden" name="drawn" value={preview.drawn} />
        <Field
          name="logo"
          label="Logo"
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          hint="PNG, JPG or SVG, up to 1 MB. It’s shown 28 pixels high, beside the team’s name."
          answer={answer}
        />
        <fieldset className="stack">
          <legend className="label">Colours</legend>
          <Checkbox
            name="hasColours"
            label="Use the team’s own colours"
            hint="Where people open your files and data rooms, and in emails."
            isOn={data.hasColours}
            answer={answer}
          />
          <div className="row">
            <Field name="bar" label="Bar" type="color" value={data.bar} className="swatch" answer={answer} />
            <Field
              name="text"
              label="Text"
              type="color"
              value={data.text}
              className="swatch"
              answer={answer}
            />
          </div>
          {preview.contrast ? (
            <p className={preview.contrast.isCorrected ? 'note note-warn' : 'small soft'}>
              {preview.contrast.words}
            </p>
          ) : null}
        </fieldset>
        <Field
          name="line"
          label="Line under emails (optional)"
          hint={`Shown below emails about what members share, for example the team’s postal address. Up to ${maxLineLength} characters, no links.`}
          rows={2}
          value={data.line}
          answer={answer}
        />
        <div className="row">
          <Submit name="act">Save branding</Submit>{' '}
          <Submit name="act" className="">
            Update preview
          </Submit>{' '}
          {data.preview.drawn ? (
            <Submit name="act" className="btn-bad">
              Remove logo
            </Submit>
          ) : null}
        </div>
      </Form>
      <Preview preview={preview} name={data.name} />
    </div>
  )
}

/** A part of the page that recipients see first. Nothing in it can be pressed. */
function Preview({ preview: { door, sender }, name }: { preview: BrandingPreview; name: string }) {
  return (
    <section aria-labelledby="preview" className="stack">
      <h2 id="preview">Preview</h2>
      <div className="as-recipient card stack">
        {door?.styles ? <link rel="stylesheet" href={door.styles} /> : null}
        <div className="door-bar">
          <CompanyName company={name} logo={door?.logo ?? null} />
        </div>
        <SenderHead sender={sender} did="shared a file with you" />
        <p className="small soft">To open it, they confirm their address with a code.</p>
        <p>
          <span className="btn btn-main">Email me a code</span>
        </p>
      </div>
    </section>
  )
}

export const brandingView = { View: Branding } satisfies TeamView<BrandingData>
