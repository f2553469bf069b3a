import { refuseFields } from '#server/platform/refused.ts';
import type { Identity } from '#server/identity/identity.ts';

/** What a guesser would try first about this person and this deployment. */
type Person = { readonly username: string; readonly email: string };

/** Of 0 to 4: below it ten million to a hundred million guesses are enough, as zxcvbn counts them. */
const SCORE_MIN = 3;
/** Shorter parts of a name are in every third password. */
const NAME_LENGTH_MIN = 3;

/** Its lists take a quarter of a second to unfold: at the first new password, not at every start. */
let estimator: ReturnType<typeof openEstimator> | undefined;

async function openEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
}

/**
 * Refuses a new password that is among the first to be guessed though it has all that the rule asks for: common ones and
 * what is made of them, of rows of keys, of the person's or the brand's names. `password` has been judged: 64 characters at most.
 */
export async function refuseGuessable({ brand }: Identity, password: string, person: Person): Promise<void> {
  estimator ??= openEstimator();
  const names = [brand.name, 'greenlot', person.username, ...person.email.split(/[@.]/)];
  const words = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\d]+/u)])
    .filter((word) => word.length >= NAME_LENGTH_MIN);
  if ((await estimator).check(password, words).score < SCORE_MIN)
    refuseFields({ Password: { code: 'password_guessable' } });
}
