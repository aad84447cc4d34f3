import {
  maxRoomDescriptionLength,
  maxRoomNameLength,
  type RoomVersion,
} from '#server/rules/rooms/room-roles.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Choices, TextChoice } from '#app/ui/forms/choices.tsx'
import { Field } from '#app/ui/forms/form.tsx'
import { TermsChoice } from '#app/ui/forms/more-protections.tsx'
import { EndChoice, WatermarkChoice } from '#app/ui/forms/share-fields.tsx'

/** The name of a room, and what it is for. */
export function NameFields({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint={`Shown to members. Up to ${maxRoomNameLength} characters.`}
        autoComplete="off"
        answer={answer}
      />
      <Field
        name="description"
        label="Description (optional)"
        hint={`What the data room is for. Shown to members when they enter. Up to ${maxRoomDescriptionLength} characters.`}
        rows={4}
        answer={answer}
      />
    </>
  )
}

type Part = { answer: FormAnswer; version: RoomVersion }

/** To whom the file protection settings apply. */
export function rightsText(version: RoomVersion): string {
  return version === 1
    ? 'These settings apply to all viewers. Contributors, co-owners and you can always download and print.'
    : 'Each member’s role decides what they can do. Anything you turn off here is off for View, View + Print and Download roles; contributors, co-owners and you keep it.'
}

/**
 * What people who only read can do with files: in version 1 all of their permissions, in version 2 the most that a role
 * allows.
 */
export function RoomRights({ answer, version }: Part) {
  const [no, yes] = version === 1 ? ['Not allowed', 'Allowed'] : ['For no one', 'If their role allows it']
  return (
    <div className="stack">
      <Choices
        name="download"
        legend="Download"
        standard="no"
        answer={answer}
        options={[
          { value: 'no', label: no, hint: 'Members view page images; the files are never sent.' },
          {
            value: 'yes',
            label: yes,
            hint: 'The original, or watermarked pages if there’s a watermark.',
          },
        ]}
      />
      <Choices
        name="print"
        legend="Printing"
        standard="no"
        answer={answer}
        options={[
          { value: 'no', label: no, hint: 'Pages print blank.' },
          { value: 'yes', label: yes, hint: 'You see who printed what.' },
        ]}
      />
      <TextChoice answer={answer} />
      <WatermarkChoice answer={answer} />
    </div>
  )
}

type EntryProps = { answer: FormAnswer; timeZone: string; tomorrow: string; hasTeamTerms: boolean }

/** Until when members can enter, and what they accept before they do. */
export function RoomEntry({ answer, timeZone, tomorrow, hasTeamTerms }: EntryProps) {
  return (
    <div className="stack">
      <EndChoice
        answer={answer}
        timeZone={timeZone}
        tomorrow={tomorrow}
        words={endOfRoom}
        mayRemind={false}
      />
      <TermsChoice answer={answer} hasTeamTerms={hasTeamTerms} what="file names" />
      <p className="hint">
        Members accept new terms when they next enter. Anyone already inside can keep reading until then, for
        up to 12 hours.
      </p>
      <Checkbox
        name="tellAcceptance"
        label="Email the owner when someone accepts the terms"
        answer={answer}
      />
      <Checkbox
        name="tellEntry"
        label="Email the owner when a member enters for the first time"
        answer={answer}
      />
    </div>
  )
}

const endOfRoom = {
  off: 'No end date',
  destruct: 'Self-destruct after first entry',
  destructHint:
    'The timer starts for each member when they first enter. The owner and co-owners keep access.',
}

/** How contributors work in the room. */
export function RoomWork({ answer, version }: Part) {
  return (
    <div className="stack">
      {version === 2 ? (
        <Choices
          name="newFolders"
          legend="New folders"
          standard="inherit"
          answer={answer}
          options={[
            {
              value: 'inherit',
              label: 'Inherited from the folder above',
              hint: 'Anyone who can see the folder above can see the new one.',
            },
            {
              value: 'hidden',
              label: 'Hidden by default',
              hint: 'Only the owner and co-owners see a new folder until they give others access. Existing folders don’t change.',
            },
          ]}
        />
      ) : null}
      <Choices
        name="arrange"
        legend="Contributors can rename, move, reorder and delete"
        standard="own"
        answer={answer}
        options={[
          { value: 'own', label: 'Only what they added' },
          { value: 'all', label: 'Everything they can see' },
        ]}
      />
      <Choices
        name="index"
        legend="Index numbers, like 1.2.3"
        standard="yes"
        answer={answer}
        options={[
          { value: 'yes', label: 'Shown', hint: 'Numbers count only what each member can see.' },
          { value: 'no', label: 'Hidden' },
        ]}
      />
      <Choices
        name="comments"
        legend="Comments on files"
        standard="off"
        answer={answer}
        options={[
          { value: 'off', label: 'Off' },
          {
            value: 'shared',
            label: 'Shared',
            hint: 'Everyone who can see a file reads its comments, with the names of those who wrote them, and can add their own.',
          },
        ]}
      />
      <Choices
        name="news"
        legend="Suggested notification after adding files"
        standard="later"
        answer={answer}
        options={[
          { value: 'all', label: 'All members who can see them' },
          { value: 'nobody', label: 'No one' },
          { value: 'later', label: 'Decide later' },
        ]}
      />
    </div>
  )
}
