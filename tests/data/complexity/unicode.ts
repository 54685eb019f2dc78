export function größe(ñ: string): string {
  const 数 = ñ || "日本語 && ✓ 😀";
  return 数 ? `${数}—é` : "\u{1F600}";
}
