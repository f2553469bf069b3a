import { measureRecord } from './record.ts';
for await (const f of measureRecord({ repeats: 1, seconds: 1 } as never, Number(process.argv[2]))) console.log(JSON.stringify(f));
process.exit(0);
