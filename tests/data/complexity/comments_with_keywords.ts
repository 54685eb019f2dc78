// if (a && b) { for (;;) {} } function x() {}
/* while (true) { case 1: ? : } => */
/** @param a || b ?? c catch */
export function quiet(/* a = b || c */ a: string /* ? */): string {
  // function inner() { return a ? 1 : 2; }
  return a; /* && */ // || ??
} // eslint-disable-line
/* eslint-disable */
/* eslint complexity: "off" */
export const noisy = (a: string) => /* eslint-disable-line complexity */ a || "if (x) {}";
// @ts-ignore
