import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type NotificationsTabProps = {
  data: {
    email: string
    isToldOfOpenings: boolean
    isToldOfRequests: boolean
    isToldOfComments: boolean
    isToldOfDevices: boolean
  }
  answer: FormAnswer | undefined
}

export function NotificationsTab({ data, answer }: NotificationsTabProps) {
  return (
    <Form intent="chooseNotifications" answer={answer}>
      <fieldset>
        <legend className="label">Write to me at {data.email} when</legend>
        <Checkbox
          name="isToldOfOpenings"
          label="somebody opens a file of mine for the first time"
          hint="Once for each recipient, and once for a public link."
          isOn={data.isToldOfOpenings}
          answer={answer}
        />
        <Checkbox
          name="isToldOfRequests"
          label="somebody asks for access to a file of mine, or passes one on"
          hint="Without the letters, requests wait for you under Home and on the page of the file."
          isOn={data.isToldOfRequests}
          answer={answer}
        />
        <Checkbox
          name="isToldOfComments"
          label="somebody writes a comment to me"
          hint="One letter for all that is written within five minutes. It does not say what was written."
          isOn={data.isToldOfComments}
          answer={answer}
        />
        <Checkbox
          name="isToldOfDevices"
          label="somebody signs in to my account from a new device"
          hint="A browser or a network that this account was not used with in the last 90 days."
          isOn={data.isToldOfDevices}
          answer={answer}
        />
      </fieldset>
      <p className="soft">
        Letters about changes of your password, your addresses and your two-factor code always come: they are
        how you hear of somebody else who made them.
      </p>{' '}
      <Submit>Save notifications</Submit>
    </Form>
  )
}
