const mode = process.env.MODE;
export class Settings {
  accessor theme = mode || "light";
  accessor render = () => mode ?? "none";
  @log accessor size = mode ? 1 : 2;
  plain = mode && 3;
}
export function create() {
  return class { accessor theme = mode || "dark"; };
}
function log(_value: unknown, _context: unknown): void {}
