import life from './life';
import path from './path';
import queens from './queens';
import sorting from './sorting';
import tree from './tree';

const families = [sorting, path, tree, queens, life];

export default families;

export function findFamily(id) {
  return families.find(family => family.id === id);
}

// Falls back to the first algorithm of the family.
export function findAlgorithm(familyId, id) {
  const { algorithms } = findFamily(familyId);
  return algorithms.find(algorithm => algorithm.id === id) || algorithms[0];
}

export function algorithmLink(family, algorithm) {
  return family.algorithms.length > 1 ? `/${family.id}/${algorithm.id}` : `/${family.id}`;
}

// All algorithms with their families whose name, family or description contains the query.
export function searchAlgorithms(query) {
  const wanted = query.trim().toLowerCase();
  const found = [];
  families.forEach(family => {
    family.algorithms.forEach(algorithm => {
      const text = `${algorithm.name} ${family.title} ${algorithm.description}`.toLowerCase();
      if (wanted === '' || text.indexOf(wanted) !== -1) {
        found.push({ family, algorithm });
      }
    });
  });
  return found;
}
