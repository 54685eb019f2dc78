export function settle(options: Record<string, unknown>): void {
  options.retries ||= 3;
  options.cache &&= false;
  options.url ??= options.host ?? "localhost";
  options.count = (options.count as number) + 1;
  (options.count as number) += 1;
}
let outside: number | undefined;
outside ??= 1;
