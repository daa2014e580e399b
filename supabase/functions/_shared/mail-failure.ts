/** Why a mail did not go out, in words. `isFinal`: another try would end the same way. */
export class MailFailure extends Error {
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}
