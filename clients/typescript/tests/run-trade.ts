import { settings } from './settings.ts';
import { trade } from './trade.ts';

console.log(JSON.stringify(await trade(settings())));
