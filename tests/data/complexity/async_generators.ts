export async function* numbered(source: AsyncIterable<string>, limit = 10) {
  let count = 0;
  for await (const line of source) {
    if (count++ >= limit) return;
    yield `${count}: ${line}`;
  }
}
export class Feed {
  async *[Symbol.asyncIterator]() { while (true) yield await this.next(); }
  *keys() { yield* ["a", "b"]; }
  private async next() { return Promise.resolve(1).catch(() => 0); }
}
