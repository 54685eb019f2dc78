export function plain(a = 1, { b = 2, c = [3] } = {}, [d = 4] = []) { return a + b + c[0] + d; }
export function decided(a = Math.random() || 1, b = a > 1 ? a : 2) { return a ?? b; }
export const arrow = (callback = () => false || true, { x = callback() && 1 } = {}) => x;
export class Box { open(lid = this || null) { return lid; } }
const { size = process.env.SIZE || 3 } = {} as { size?: unknown };
export default size;
