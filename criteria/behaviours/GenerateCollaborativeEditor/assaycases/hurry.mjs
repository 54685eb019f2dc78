// Loaded before the relay: its clocks and timers go so many times as fast as those of its clients.
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';

const TIMES = Number(process.env.ASSAY_HURRY);
const begun = Date.now();
const Real = Date;
const now = () => Math.round(begun + (Real.now() - begun) * TIMES);
const elapsed = performance.now.bind(performance);
const sooner = (own) => (work, delay, ...rest) => own(work, delay / TIMES, ...rest);
const { setTimeout: pause, setInterval: beat } = promises;

promises.setTimeout = (delay, ...rest) => pause(delay / TIMES, ...rest);
promises.setInterval = (delay, ...rest) => beat(delay / TIMES, ...rest);
for (const name of ['setTimeout', 'setInterval']) {
  timers[name] = sooner(timers[name]);
  globalThis[name] = timers[name];
}
timers.setTimeout[promisify.custom] = promises.setTimeout;
performance.now = () => elapsed() * TIMES;
globalThis.Date = class extends Real {
  constructor(...of) {
    super(...(of.length > 0 ? of : [now()]));
  }

  static now() {
    return now();
  }
};
syncBuiltinESMExports();
