// Rules over the cases in place of what an answer brought for its own tests.
export default { test: { environment: 'node', include: ['assaycases/*.test.mjs'] } };
