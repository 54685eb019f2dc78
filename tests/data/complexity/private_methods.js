export class Queue {
  #items = [];
  static #instances = 0;
  get #size() { return this.#items.length; }
  set #size(n) { this.#items.length = n > 0 ? n : 0; }
  async #drain() { while (this.#size) await this.#items.shift()(); }
  static async *#walk() { yield Queue.#instances; }
  push(job) { this.#items.push(job ?? (() => {})); return #items in this; }
}
