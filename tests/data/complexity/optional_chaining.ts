interface Node2 { next?: Node2; value?: { text?: string[] }; run?(): void }
export function read(node?: Node2): string | undefined {
  node?.next?.run?.();
  const first = node?.value?.text?.[0];
  return first?.length ? first : node?.next?.value!.text?.join("");
}
