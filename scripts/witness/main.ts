import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lockFolder, openWitnessKey, openWitnessState } from './witness-state.ts';
import { logUrlOf } from './log-files.ts';
import { serveWitness } from './serve-witness.ts';
import { learnLog, visitLog, type Visit, type WatchedLog } from './watch-log.ts';

// `npm run witness -- URL`: watches the public log of a deployment, and signs its checkpoints.

const USAGE = `Usage: npm run witness -- URL [--name=NAME] [--folder=FOLDER] [--log-key=KEY] [--listen=PORT] [--host=HOST] [--every=SECONDS] [--once]
       npm run witness -- --show-key [--name=NAME] [--folder=FOLDER]

Watches the public log of a Greenlot platform. It signs the state of the log only if the log still contains everything
that this witness signed before.

  URL              address of the platform, such as https://auctions.example
  --name=NAME      name of this witness, such as witness.example; needed the first time
  --folder=FOLDER  where the key and the memory of the witness are; the default is ./witness
  --log-key=KEY    public key of the log; the default is the key that the platform shows at the first visit
  --listen=PORT    also answers requests of the platform (c2sp.org/tlog-witness)
  --host=HOST      address to listen at; the default is 127.0.0.1
  --every=SECONDS  seconds between two visits; the default is 10
  --once           visits the log once, and exits
  --show-key       prints the public key of this witness, and exits
  --help           shows this text

Exit codes: 0 the log is as before, 1 the log contradicts what was signed, 2 the log could not be read.`;

const OPTIONS = {
  name: { type: 'string' },
  folder: { type: 'string', default: 'witness' },
  'log-key': { type: 'string' },
  listen: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  every: { type: 'string', default: '10' },
  once: { type: 'boolean' },
  'show-key': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Says what a visit found. The same finding as before is not repeated. */
function sayer(): (visit: Visit) => void {
  let said = '';
  return (visit) => {
    const text =
      visit.found === 'contradiction'
        ? `WARNING: ${visit.what}. Both checkpoints are in ${visit.file}`
        : `${visit.found === 'signed' ? 'Signed' : 'Unchanged'}: ${visit.size} entries`;
    if (text === said) return;
    said = text;
    if (visit.found === 'contradiction') console.error(text);
    else console.log(text);
  };
}

type Witness = Parameters<typeof visitLog>[0];

/** Visits a log until the process ends. An unreachable log is no proof of anything, so it is tried again. */
async function watch(witness: Witness, log: WatchedLog, seconds: number): Promise<never> {
  const say = sayer();
  for (;;) {
    await visitLog(witness, log).then(say, (error: unknown) => console.error(String(error)));
    await pause(seconds * 1_000);
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) console.log(USAGE);
  if (values.help) return 0;
  const [address = '', ...more] = positionals;
  if (values['show-key']) console.log(openWitnessKey(values.folder, values.name).text);
  if (values['show-key']) return 0;
  if (more.length > 0) throw new Error(USAGE);
  const url = logUrlOf(address);
  if (url === undefined) throw new Error(USAGE);
  lockFolder(values.folder);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  const key = openWitnessKey(values.folder, values.name);
  const state = openWitnessState(values.folder);
  console.log(`Public key of this witness: ${key.text}`);
  const log = await learnLog(state, url, values['log-key']);
  if (log.isNew) console.log(`Public key of the log: ${log.publicKey}. Compare it with the key that you know.`);
  if (values.once) {
    const visit = await visitLog({ key, state }, log);
    sayer()(visit);
    return visit.found === 'contradiction' ? 1 : 0;
  }
  if (values.listen !== undefined) {
    const place = { port: Number(values.listen), host: values.host };
    await serveWitness({ key, state, origins: [log.origin] }, place);
  }
  return watch({ key, state }, log, Math.max(Number(values.every) || 10, 1));
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
