export function safe(text) {
  try { return JSON.parse(text); } catch { return null; }
}
export function nested(text) {
  try { try { return safe(text); } finally { safe(""); } } catch ({ message = "none" }) { return message; }
}
export const promised = (p) => p.then((x) => x).catch(() => null).finally(function () {});
