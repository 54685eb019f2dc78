// Binary heap; the entry with the smallest priority comes out first.
export default class PriorityQueue {
  constructor() {
    this.heap = [];
  }

  get size() {
    return this.heap.length;
  }

  push(item, priority) {
    const { heap } = this;
    let index = heap.push({ item, priority }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (heap[parent].priority <= heap[index].priority) {
        break;
      }
      [heap[parent], heap[index]] = [heap[index], heap[parent]];
      index = parent;
    }
  }

  pop() {
    const { heap } = this;
    if (heap.length === 0) {
      return undefined;
    }
    const top = heap[0];
    const last = heap.pop();
    if (heap.length > 0) {
      heap[0] = last;
      this.sink();
    }
    return top.item;
  }

  sink() {
    const { heap } = this;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let smallest = index;
      if (left < heap.length && heap[left].priority < heap[smallest].priority) {
        smallest = left;
      }
      if (right < heap.length && heap[right].priority < heap[smallest].priority) {
        smallest = right;
      }
      if (smallest === index) {
        return;
      }
      [heap[smallest], heap[index]] = [heap[index], heap[smallest]];
      index = smallest;
    }
  }
}
