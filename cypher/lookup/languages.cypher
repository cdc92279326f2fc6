// How many entities and predicates have a label in each language.
//
// columns: language: str, count: int

MATCH (entity)
WHERE entity:Entity  // for speed alone
UNWIND keys(entity) AS key
WITH key
WHERE key STARTS WITH 'label_'
RETURN substring(key, size('label_')) AS language, count(*) AS count
