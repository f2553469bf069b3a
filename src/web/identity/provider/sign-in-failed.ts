/** The reason why a sign-in by authorization code failed. Each reason has its own text. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly why: 'denied' | 'lost' | 'refused' | 'unreachable';
  /** The page that the person wanted. */
  readonly target: string | undefined;

  constructor(why: SignInFailed['why'], target?: string) {
    super(why);
    this.why = why;
    this.target = target;
  }
}
