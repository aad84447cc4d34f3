/** The failures that concern a share and reading it: a part of the catalogue in `problems.ts`. */
export const shareProblems = {
  changedMeanwhile: {
    http: 409,
    code: 20409,
    text: 'This share was changed in the meantime, in another window perhaps. Nothing of yours is saved yet, and all that you typed is still here. Look at what it says now under "Activity", then send this form again to have it as you typed it.',
  },
  linkNotSent: {
    http: 409,
    code: 20409,
    text: 'The link was not sent, since this person cannot open the file now. Share the file again, or give it back to this person, and then send the link.',
  },
  versionNotReady: {
    http: 409,
    code: 20409,
    text: 'This version cannot be shown: its pages are not there. Recipients still see the version that they saw.',
  },
  versionNotFitting: {
    http: 400,
    code: 20400,
    text: 'This file cannot be protected as the share is. Change the share first, or choose another file.',
  },
  notRetried: {
    http: 409,
    code: 20409,
    text: 'Nothing was changed: the file is being prepared already, can be shown, or would fail in the same way again.',
  },
  documentPasswordWrong: {
    http: 400,
    code: 20400,
    text: 'The document does not open with this password. Type the one that it asks for when you open it yourself.',
  },

  killed: {
    http: 410,
    code: 20410,
    text: 'The sender has unshared this file. Ask the sender if you still need it.',
  },
  expired: {
    http: 410,
    code: 20411,
    text: 'The time to see this file is over: it has expired. Ask the sender to share it again.',
  },
  destructed: {
    http: 410,
    code: 20412,
    text: 'This file has destructed: its reading time after opening has run out. Ask the sender to share it again.',
  },
  identityNeeded: { http: 401, code: 20430, text: 'Say who you are to open this file.' },
  codeWrong: {
    http: 400,
    code: 20431,
    text: 'That code is wrong or too old. Type the six digits of the newest mail, or ask for a new code. A code works only in the browser that asked for it.',
  },
  notRecipient: {
    http: 403,
    code: 20433,
    text: 'Nothing here was shared with the address you confirmed. Sign out to use another address, or ask the sender.',
  },
  viewRefused: {
    http: 403,
    code: 20435,
    text: 'You are not what this view is for: only the sender sees a file as its sender, and only a recipient as a recipient.',
  },
  proofEnded: {
    http: 401,
    code: 20430,
    text: 'Session expired for your security. Confirm your address again to go on reading.',
  },
  openFirst: { http: 409, code: 20434, text: 'Open the file first: press the button on its page.' },
  printFirst: {
    http: 409,
    code: 20434,
    text: 'Ask for the copy first: press "Print" where you read the file.',
  },
  downloadNotAllowed: {
    http: 403,
    code: 20440,
    text: 'The sender has not allowed this file to be downloaded.',
  },
  viewNotAllowed: {
    http: 403,
    code: 20440,
    text: 'The sender lets this file be downloaded only; its pages are not shown here.',
  },
  printsUsedUp: {
    http: 403,
    code: 20441,
    text: 'You have printed as many copies as the sender allows. Ask the sender for more.',
  },
  passkeyNeeded: {
    http: 401,
    code: 20420,
    text: 'This file opens with its passkey only. Type the passkey that the sender told you.',
  },
  passkeyWrong: {
    http: 400,
    code: 20421,
    text: 'That passkey does not open this file. Capital letters and spaces between words count. Ask the sender if you are not sure.',
  },
  passkeyTooSoon: {
    http: 429,
    code: 20421,
    text: 'Too many wrong passkeys came from here in a short time. Nothing was tried just now. Wait a little, then try again; the wait grows with each wrong one.',
  },
  passkeyLocked: {
    http: 429,
    code: 20421,
    text: 'Ten wrong passkeys came from here within an hour, so this file takes none from here until the hour is over. The sender was told. Ask the sender for the right passkey.',
  },
  passkeyGuessed: {
    http: 429,
    code: 20421,
    text: 'Too many wrong passkeys were entered for this file, from several networks. Try again later. The sender was told.',
  },
  passkeyRefused: { http: 400, code: 20400, text: 'This passkey cannot be used. Choose another one.' },
  passkeyFileRefused: {
    http: 400,
    code: 20462,
    text: 'A passkey can protect PDF, PNG, JPG, JPEG, BMP and GIF files of at most 30,000,000 bytes. Choose "Only people I specify" for this file, or another file.',
  },
  termsNeeded: {
    http: 401,
    code: 20432,
    text: 'The sender asks you to accept terms before you see this file.',
  },
  termsChanged: {
    http: 409,
    code: 20432,
    text: 'The terms were changed while you read them. Nothing was accepted. Read the new text and accept it.',
  },
  nameNeeded: { http: 401, code: 20430, text: 'The sender asks for your name before you see this file.' },
  namedPeopleOnly: {
    http: 403,
    code: 20433,
    text: 'This is for people whom the sender named, not for everybody with the link.',
  },
  forwardToSelf: {
    http: 400,
    code: 20435,
    text: 'This is your own address. Type the address of somebody else.',
  },
  alreadyRecipient: {
    http: 400,
    code: 20435,
    text: 'This person has access to the file already. Nothing was changed.',
  },
  alreadyAsked: {
    http: 400,
    code: 20435,
    text: 'Somebody has asked the sender to let this person in already. The sender has not decided yet.',
  },
  notApproved: {
    http: 403,
    code: 20433,
    text: 'The sender did not approve this request. You can ask once more a day after that, and then no more.',
  },
  requestOver: {
    http: 410,
    code: 20411,
    text: 'This request is no longer active: it was not decided in time, or the file is not shared any more. Nothing was changed.',
  },
  threadClosed: {
    http: 409,
    code: 20410,
    text: 'This file is closed to this person, so nothing more can be written. What was written can still be read.',
  },
  queryLength: {
    http: 400,
    code: 20400,
    text: 'Say what to look for: 2 to 100 characters.',
  },
  textNotAllowed: {
    http: 403,
    code: 20440,
    text: 'The sender has not allowed the text of this file to be read out or searched. Its pages can be looked at.',
  },
  printNotAllowed: { http: 403, code: 20441, text: 'The sender has not allowed this file to be printed.' },
} as const satisfies Record<string, { http: number; code: number; text: string }>
