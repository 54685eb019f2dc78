declare function mark(value?: unknown): any;
declare const mode: string | undefined;
@mark(mode || "outside")
export class Service {
  @mark(mode ? 1 : 2) field = mode ?? "none";
  @mark(mode && 3) bare?: string;
  constructor(@mark(mode || "parameter") private readonly client: object) {}
  @mark(() => mode || 4) method(@mark(mode ?? 5) value = mode && 6) { return [value, this.client]; }
  @mark(mode || 7) get size() { return 1; }
  @mark({ deep: [mode || 8, function () { return mode ? 1 : 0; }] }) static make() {}
}
export function factory() {
  @mark(mode || "inside")
  class Local {
    @mark(mode ? 1 : 2) field = 1;
    @mark(mode && 3) method() {}
  }
  return Local;
}
