export default function selectionSort(rec) {
  for (let i = 0; i < rec.length - 1; i++) {
    let smallest = i;
    for (let j = i + 1; j < rec.length; j++) {
      if (rec.compare(j, smallest, 3, smallest) < 0) {
        smallest = j;
      }
    }
    rec.swap(i, smallest, 5);
    rec.markSorted(i);
  }
}
