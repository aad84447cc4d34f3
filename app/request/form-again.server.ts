/** What an action answers while nothing is final yet: the form comes back as it was filled in, with this beside it. */
export class FormAgain {
  readonly shown: unknown

  constructor(shown?: unknown) {
    this.shown = shown
  }
}
