import { createPublicKey, verify } from 'node:crypto';
import type { Proofs } from '#contract/award/judge-record.ts';
import { sha256 } from '#server/room/room-state.ts';
import type { Fault } from '#domain/record/record.ts';
import { wordsIn } from '#server/platform/http/words.ts';

/** The hash function and the signature check with which Node verifies records. */
export const RECORD_PROOFS: Proofs = {
  sha256,
  isSigned(text, { publicKey, signature }) {
    try {
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    } catch {
      return false;
    }
  },
};

/** Returns a record's fault as English text, for the command line. */
export function faultText({ what, said = '', refusal }: Fault): string {
  const say = wordsIn('en') as unknown as (key: string, params?: object) => string;
  const why = refusal ? `: ${say(`error.${refusal.code}`, refusal.params)}` : '';
  return say(`fault.${what}`, { said }) + why;
}
