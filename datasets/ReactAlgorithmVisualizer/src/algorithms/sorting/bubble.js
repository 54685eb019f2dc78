export default function bubbleSort(rec) {
  for (let end = rec.length - 1; end > 0; end--) {
    let swapped = false;
    for (let i = 0; i < end; i++) {
      if (rec.compare(i, i + 1, 3) > 0) {
        rec.swap(i, i + 1, 4);
        swapped = true;
      }
    }
    rec.markSorted(end);
    if (!swapped) {
      break;
    }
  }
}
