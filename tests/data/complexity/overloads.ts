export function parse(text: string): number;
export function parse(text: string, radix: number): number;
export function parse(text: string, radix = 10): number { return Number.parseInt(text, radix) || 0; }
export class Parser {
  run(text: string): void;
  run(text: string, times: number): void;
  run(text: string, times?: number): void { for (let i = 0; i < (times ?? 1); i++) parse(text); }
  constructor();
  constructor(name?: string) { if (name) this.run(name); }
}
