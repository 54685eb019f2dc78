// Ends a round early when there is nothing to look at: the program does not answer, or every page stays blank.
// Otherwise each behaviour would wait for its whole time, and a program that never starts would take minutes.
import { readFileSync, writeFileSync } from 'node:fs';

const SILENT = 3;
const BLANK = 3;
const NO_ANSWER = /net::ERR_|page\.goto: Timeout|ECONNRE|socket hang up|apiRequestContext\.\w+: Timeout/;

/** Whether the page had nothing that a user could find when the behaviour failed. */
function wasBlank(result) {
  const context = result.attachments.find((item) => item.name === 'error-context' && item.path);
  const picture = result.attachments.some((item) => item.name === 'screenshot');
  return picture && context !== undefined && !readFileSync(context.path, 'utf8').includes('# Page snapshot');
}

export default class Watch {
  silent = 0;
  blank = 0;
  passed = 0;

  onTestEnd(_test, result) {
    const failed = result.status !== 'passed';
    const message = result.error?.message ?? '';
    this.passed += failed ? 0 : 1;
    this.silent = failed && NO_ANSWER.test(message) ? this.silent + 1 : 0;
    this.blank = failed && wasBlank(result) ? this.blank + 1 : 0;
    if (process.env.ASSAY_ROUND !== '1') return;
    if (this.silent === SILENT) this.stop(`the program did not answer ${SILENT} behaviours in a row`);
    if (this.passed === 0 && this.blank === BLANK) {
      this.stop(`the page stays blank: the first ${BLANK} behaviours saw nothing`);
    }
  }

  stop(reason) {
    writeFileSync('/app/stopped.json', JSON.stringify({ reason }));
    process.kill(process.pid, 'SIGINT');
  }
}
