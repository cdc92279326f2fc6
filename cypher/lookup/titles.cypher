// Every label in one language and its varieties (en-gb of en), and those for all languages (mul).
//
// params:  $language: str
// columns: entity: iri, language: str, text: str

MATCH (entity)
WHERE entity:Entity  // for speed alone
UNWIND keys(entity) AS key
WITH entity, key, substring(key, size('label_')) AS language
WHERE key STARTS WITH 'label_'
  AND (language IN [$language, 'mul'] OR language STARTS WITH $language + '-')
UNWIND entity[key] AS text
RETURN entity.iri AS entity, language, text
