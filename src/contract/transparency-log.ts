import * as z from 'zod/mini';
import { timeSchema } from '#contract/basics/basics.ts';
import { fileSchema } from '#contract/basics/file.ts';
import { route } from '#contract/basics/route.ts';
import { TIMESTAMP_FAULT_KINDS } from '#domain/transparency/log-proof.ts';

/** Why a witness did not sign the last time. `wentBack` and `inconsistent` mean that the log contradicts itself. */
export const WITNESS_PROBLEMS = ['unreachable', 'unknownLog', 'wentBack', 'inconsistent', 'wrongAnswer'] as const;

const witnessSchema = z.strictObject({
  name: z.string(),
  /** The public key with its name, as c2sp.org/signed-note specifies. */
  publicKey: z.string(),
  /** The size of the last checkpoint that the witness signed. Null if it has signed none. */
  size: z.nullable(z.number()),
  /** The time that the witness stated with its last signature. */
  cosignedAt: z.nullable(timeSchema),
  problem: z.nullable(z.enum(WITNESS_PROBLEMS)),
  problemSince: z.nullable(timeSchema),
});
export type LogWitness = z.output<typeof witnessSchema>;

/** Why a time stamp authority gave no valid time stamp the last time. */
export const AUTHORITY_PROBLEMS = ['unreachable', ...TIMESTAMP_FAULT_KINDS] as const;

const authoritySchema = z.strictObject({
  /** The host of the authority. */
  name: z.string(),
  /** The size of the newest checkpoint with a time stamp of the authority. Null if there is none. */
  size: z.nullable(z.number()),
  /** The time that the authority signed for it. */
  stampedAt: z.nullable(timeSchema),
  problem: z.nullable(z.enum(AUTHORITY_PROBLEMS)),
  problemSince: z.nullable(timeSchema),
});
export type LogAuthority = z.output<typeof authoritySchema>;

const logSchema = z.strictObject({
  /** The name of the log in its checkpoints. */
  origin: z.string(),
  /** The public key of the log with its name, as c2sp.org/signed-note specifies. */
  publicKey: z.string(),
  /** The number of entries. */
  size: z.number(),
  /** The root of the Merkle tree, in base64. */
  root: z.string(),
  /** The time at which this state was signed. Null while nothing is published. */
  at: z.nullable(timeSchema),
  witnesses: z.array(witnessSchema),
  /** The authorities that give time stamps of checkpoints (RFC 3161). */
  authorities: z.array(authoritySchema),
});
export type TransparencyLog = z.output<typeof logSchema>;

export const getTransparencyLog = route('GET /transparency-log', {
  access: 'open',
  summary: 'The public log of the heads of all auctions: its size, root, key, witnesses and time stamp authorities',
  reply: logSchema,
});

export const getLogProofAsAdmin = route('GET /admin/auctions/{id}/log-proof', {
  summary: 'The proof that the last entry of a closed auction is in the public log (c2sp.org/tlog-proof)',
  reply: fileSchema,
  refuses: ['results_not_ready', 'log_proof_not_ready'],
});

export const getLogProofAsUser = route('GET /user/auctions/{id}/log-proof', {
  ...getLogProofAsAdmin,
  summary:
    'The proof that the last entry of a closed auction is in the public log (c2sp.org/tlog-proof), for people who may see its record',
  refuses: ['results_not_ready', 'log_proof_not_ready', 'no_permission_to_join_auction'],
});
