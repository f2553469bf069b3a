/** Why a sign-in by authorization code came to nothing; each has its words. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly why: 'denied' | 'lost' | 'refused' | 'unreachable';
  /** Where the person wanted to go. */
  readonly target: string | undefined;

  constructor(why: SignInFailed['why'], target?: string) {
    super(why);
    this.why = why;
    this.target = target;
  }
}
