import createRecorder from './recorder';
import bubbleSort from './bubble';
import heapSort from './heap';
import insertionSort from './insertion';
import mergeSort from './merge';
import quickSort from './quick';
import selectionSort from './selection';

const SORTS = {
  bubble: bubbleSort,
  insertion: insertionSort,
  selection: selectionSort,
  merge: mergeSort,
  quick: quickSort,
  heap: heapSort
};

export default function sortFrames(id, values) {
  const rec = createRecorder(values);
  SORTS[id](rec);
  return rec.finish();
}
