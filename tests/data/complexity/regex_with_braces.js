export const tokens = (text) => text.split(/[{}()]|\/\*|if \(x\) \{|a{2,3}&&|\}/g);
export function strip(text) {
  const quote = /["'`]/.test(text) || /[/\]]/.test(text);
  const half = text.length / 2 / 1;
  const last = text.replace(/\/\/.*$/gm, "").replace(/(?:a|b)?c??/u, "");
  return quote ? last : half;
}
if (/}/.test("}")) /{/.exec("{");
const ratio = (strip.length) / 2; const other = 3 / ratio;
const sets = /[\p{L}--[a-z]]/v;
export default [other, sets];
