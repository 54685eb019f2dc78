import { useParams } from 'react-router-dom';
import { findAlgorithm, findFamily } from '../data/catalog';

export default function useAlgorithm(familyId) {
  const { id } = useParams();
  return { family: findFamily(familyId), algorithm: findAlgorithm(familyId, id) };
}
