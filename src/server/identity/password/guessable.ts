import { refuseFields } from '#server/platform/http/refused.ts';
import { once } from '#server/platform/runtime/once.ts';
import type { Identity } from '#server/identity/identity.ts';

/** The words that an attacker would try first for this person. */
type Person = { readonly username: string; readonly email: string };

/** Minimum score on zxcvbn's scale from 0 to 4. With a lower score, at most a hundred million guesses are enough. */
const SCORE_MIN = 3;
/** Minimum length of a part of a name. Shorter parts occur in every third password. */
const NAME_LENGTH_MIN = 3;
/** Words of the product, which an attacker tries on every deployment. */
const OWN_WORDS = ['greenlot', 'tnbx', 'demo', 'auction', 'renewable', 'energy', 'certificate'];

/** Loads zxcvbn for the first new password. Its lists take 250 ms to unpack, which would delay every start. */
const openEstimator = once(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
});

/**
 * Refuses a new password that is easy to guess although its format is correct: common passwords, rows of keys, and
 * names of the person or the brand, also with variations. zxcvbn counts a name as one guess, but it also counts the
 * characters between names. So the password without names and years is judged too and must be strong enough by itself.
 * `password` has at most 64 characters.
 * @throws Refused password_guessable
 */
export async function refuseGuessable({ brand }: Identity, password: string, person: Person): Promise<void> {
  const names = [brand.name, ...OWN_WORDS, person.username, ...person.email.split(/[@.]/)];
  const words = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\d]+/u)])
    .filter((word) => word.length >= NAME_LENGTH_MIN);
  const judge = await openEstimator();
  const candidates = [password, withoutNames(password, words)];
  if (candidates.some((text) => judge.check(text, words).score < SCORE_MIN))
    refuseFields({ Password: { code: 'password_guessable' } });
}

/** The letter for each lookalike character. Letters that share a lookalike become one letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '!': 'i',
  l: 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
};
/** Returns the text in lower case, with letters instead of lookalikes. The length stays the same. */
const foldOf = (text: string): string =>
  text.replaceAll(/[A-Z0-9!@$]/gi, (sign) => {
    const lower = sign.toLowerCase();
    return LOOKALIKES[lower] ?? lower;
  });

/** Returns the password without these words and without years. */
function withoutNames(password: string, words: readonly string[]): string {
  let left = password.replaceAll(/(?:19|20)\d\d/g, '');
  const longestFirst = [...new Set(words.map(foldOf))].toSorted((a, b) => b.length - a.length);
  for (const word of longestFirst) {
    for (let at = foldOf(left).indexOf(word); at >= 0; at = foldOf(left).indexOf(word))
      left = left.slice(0, at) + left.slice(at + word.length);
  }
  return left;
}
