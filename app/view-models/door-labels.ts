type Sender = { name: string; firstName: string }

/** What the pages at the door say: the pages themselves, and the preview that a sender sees of them. */
export const doorLabels = {
  confirm: {
    title: ({ name, firstName }: Sender) => `${firstName || name} shared a confidential file with you`,
    text: 'To open it, confirm that you are',
    press: 'Email me a code',
  },
  code: { title: 'Check your email', text: 'We sent a six-digit code to', press: 'Open file' },
  terms: {
    title: 'Terms of access',
    text: (name: string, isTeams: boolean) =>
      `${name} asks you to accept ${isTeams ? 'their team’s terms' : 'these terms'} before you open it.`,
    press: 'Accept and continue',
  },
  passkey: {
    title: 'Enter the passkey',
    text: 'This file is encrypted with a passkey: a password for this file, which the sender tells you. We never email it.',
    press: 'Continue',
  },
  name: {
    title: 'Your name',
    text: (name: string) => `${name} asks for your name before you open the file.`,
    press: 'Continue',
  },
  open: (startsTimer: boolean) => (startsTimer ? 'Open and start the timer' : 'Open'),
}
