function siftDown(rec, start, end) {
  let root = start;
  while (2 * root + 1 < end) {
    let child = 2 * root + 1;
    if (child + 1 < end && rec.compare(child, child + 1, 6) < 0) {
      child++;
    }
    if (rec.compare(root, child, 7) >= 0) {
      return;
    }
    rec.swap(root, child, 8);
    root = child;
  }
}

export default function heapSort(rec) {
  for (let start = Math.floor(rec.length / 2) - 1; start >= 0; start--) {
    siftDown(rec, start, rec.length);
  }
  for (let end = rec.length - 1; end > 0; end--) {
    rec.swap(0, end, 3);
    rec.markSorted(end);
    siftDown(rec, 0, end);
  }
}
